"""The client that waits for its answers; what is sent, and what answers mean, is decided elsewhere."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self, Unpack

import httpx2

from acey_deucey.client import plans, reference
from acey_deucey.client.advice import Evaluation
from acey_deucey.client.connection import TIMEOUT, TRIES, URL, settings
from acey_deucey.client.exchange import Patience
from acey_deucey.client.game import Applied
from acey_deucey.client.lessons import Lesson, LessonDetails
from acey_deucey.client.reference import AnyPosition, Command, Placed, StageOf
from acey_deucey.client.rulesets import Comparison, Ruleset, RulesetDetails
from acey_deucey.client.sync_games import Games
from acey_deucey.client.sync_transport import Transport
from acey_deucey.client.values import ProblemKind, Readiness, RefereePlays, Rule


class Referee:
    """The rules without a stored game."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def plays(self, position: AnyPosition, **stage: Unpack[StageOf]) -> RefereePlays:
        """All complete plays from a position. A position id may bring player, stage and numbers with it.

        :raises WrongRequest: the position or the stage cannot be.
        """
        return self._transport.call(reference.find_plays(position, stage))

    def evaluate(self, position: AnyPosition, **placed: Unpack[Placed]) -> Evaluation:
        """What a position is worth to the player in turn; a position id may bring the turn with it.

        :raises WrongRequest: there can be no such position.
        """
        return self._transport.call(reference.evaluate_position(position, placed))

    def apply(self, position: AnyPosition, **command: Unpack[Command]) -> Applied:
        """The position after one command: ``roll=(2, 1)``, ``play="…"`` or ``name=4``. A position id brings the turn.

        :raises Refused: the rules do not allow it.
        """
        return self._transport.call(reference.apply_command(position, command))


class Rulesets:
    """The rule sets and their options."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> tuple[Ruleset, ...]:
        """All of them."""
        return self._transport.call(reference.list_rulesets())

    def get(self, ruleset_id: str) -> RulesetDetails:
        """One of them, every option explained."""
        return self._transport.call(reference.get_ruleset(ruleset_id))

    def compare(self, left: str, right: str) -> Comparison:
        """That in which two of them differ."""
        return self._transport.call(reference.compare_rulesets(left, right))


class Rules:
    """The rules in words."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> tuple[Rule, ...]:
        """All of them."""
        return self._transport.call(reference.list_rules())

    def get(self, rule_id: str) -> Rule:
        """One of them, by its slug."""
        return self._transport.call(reference.get_rule(rule_id))


class Lessons:
    """Positions with a task, in the order in which they teach the game."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> tuple[Lesson, ...]:
        """All of them."""
        return self._transport.call(reference.list_lessons())

    def get(self, lesson_id: str) -> LessonDetails:
        """One of them, with its hints and its answer."""
        return self._transport.call(reference.get_lesson(lesson_id))


class Problems:
    """The kinds of problems, explained."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> tuple[ProblemKind, ...]:
        """All of them."""
        return self._transport.call(reference.show_problems())

    def get(self, slug: str) -> ProblemKind:
        """One of them, with an example."""
        return self._transport.call(reference.show_problem(slug))


class Client:
    """A service of acey-deucey at a URL; close it, or use it as a context.

    ``timeout`` is the time for one try in seconds, ``tries`` how often a call is tried when no answer comes or the
    service is not available. ``language`` is one in which the service explains itself, such as ``"hu"``.
    ``api_key`` makes the games created here your own, and lists them.
    ``transport`` is one of httpx2, for instance ``httpx2.WSGITransport(app)``.
    """

    def __init__(
        self,
        url: str = URL,
        *,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        language: str | None = None,
        api_key: str | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._http = httpx2.Client(**settings(url, timeout, language), transport=transport)
        self._transport = Transport(self._http, timeout, Patience(tries))
        self.games = Games(self._transport, api_key)
        self.referee = Referee(self._transport)
        self.rulesets = Rulesets(self._transport)
        self.rules = Rules(self._transport)
        self.lessons = Lessons(self._transport)
        self.problems = Problems(self._transport)

    def live(self) -> bool:
        """Whether the service answers at all."""
        return self._transport.run(plans.aliveness(self._transport.patience))

    def ready(self) -> Readiness:
        """Whether the service wants traffic, and why not."""
        return self._transport.run(plans.readiness(self._transport.patience))

    def metrics(self) -> str:
        """The figures of the server that answers, in the text form of Prometheus."""
        return self._transport.call(reference.show_metrics())

    def openapi(self) -> Mapping[str, Any]:
        """The OpenAPI document of the service."""
        return self._transport.call(reference.show_openapi())

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
