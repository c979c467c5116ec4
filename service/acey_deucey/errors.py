"""The base of every error that the product raises; it knows neither the rules nor HTTP."""

from collections.abc import Mapping

from acey_deucey.wording import NO_FACTS, Message


class AceyDeuceyError(Exception):
    """Something that a caller can be told: a stable code, a sentence, and the facts of the case.

    ``message`` is a ``str.format`` template over ``details``, so that it can be translated before
    the facts are filled in; ``str(error)`` is the English sentence.
    """

    def __init__(self, code: str, message: str, details: Mapping[str, object] = NO_FACTS) -> None:
        super().__init__(code, message, details)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.told)

    @property
    def told(self) -> Message:
        """The sentence with its facts apart."""
        return Message(self.message, self.details)
