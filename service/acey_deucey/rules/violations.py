"""What is raised when a request breaks the rules; each kind of fault has its class, each fault its slug."""

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules.rulebook import REFUSALS, RULES, Rule


class Violation(AceyDeuceyError):
    """A request that the rules refuse; the game is as it was.

    ``code`` is the slug of a refusal in the rule book, ``rule`` the rule that it cites. ``step_index``
    counts the steps of the request from 0, ``number`` is the number in question, and
    ``legal_example`` one play or action that would be accepted; each is None where there is none. The
    message may use ``{number}`` beside the details.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        step_index: int | None = None,
        number: int | None = None,
        legal_example: str | None = None,
        **details: object,
    ) -> None:
        super().__init__(code, message, details if number is None else details | {"number": number})
        self.step_index = step_index
        self.number = number
        self.legal_example = legal_example

    @property
    def rule(self) -> Rule:
        """The rule that the request breaks."""
        return RULES[REFUSALS[self.code].rule]

    @property
    def title(self) -> str:
        """The refusal in a few words, the same for every case."""
        return REFUSALS[self.code].title


class IllegalMove(Violation):
    """A play or a name that is not allowed here."""


class WrongState(Violation):
    """An action for which the game is not ready, or not any more."""


class WrongSeat(Violation):
    """An action that belongs to the other player."""
