"""The client for asyncio, as in ``sync_client``; what is sent, and what answers mean, is decided elsewhere."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self, Unpack

import httpx2

from acey_deucey.client import plans, reference
from acey_deucey.client.advice import Evaluation
from acey_deucey.client.async_games import AsyncGames
from acey_deucey.client.async_transport import AsyncTransport
from acey_deucey.client.connection import TIMEOUT, TRIES, URL, settings
from acey_deucey.client.exchange import Patience
from acey_deucey.client.game import Applied
from acey_deucey.client.lessons import Lesson, LessonDetails
from acey_deucey.client.reference import AnyPosition, Command, Placed, StageOf
from acey_deucey.client.rulesets import Comparison, Ruleset, RulesetDetails
from acey_deucey.client.values import ProblemKind, Readiness, RefereePlays, Rule


class AsyncReferee:
    """The rules without a stored game: the methods of ``Referee``, to be awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def plays(self, position: AnyPosition, **stage: Unpack[StageOf]) -> RefereePlays:
        return await self._transport.call(reference.find_plays(position, stage))

    async def evaluate(self, position: AnyPosition, **placed: Unpack[Placed]) -> Evaluation:
        return await self._transport.call(reference.evaluate_position(position, placed))

    async def apply(self, position: AnyPosition, **command: Unpack[Command]) -> Applied:
        return await self._transport.call(reference.apply_command(position, command))


class AsyncRulesets:
    """The rule sets and their options: the methods of ``Rulesets``, to be awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> tuple[Ruleset, ...]:
        return await self._transport.call(reference.list_rulesets())

    async def get(self, ruleset_id: str) -> RulesetDetails:
        return await self._transport.call(reference.get_ruleset(ruleset_id))

    async def compare(self, left: str, right: str) -> Comparison:
        return await self._transport.call(reference.compare_rulesets(left, right))


class AsyncRules:
    """The rules in words: the methods of ``Rules``, to be awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> tuple[Rule, ...]:
        return await self._transport.call(reference.list_rules())

    async def get(self, rule_id: str) -> Rule:
        return await self._transport.call(reference.get_rule(rule_id))


class AsyncLessons:
    """Positions with a task, in the order in which they teach the game: the methods of ``Lessons``, to be awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> tuple[Lesson, ...]:
        return await self._transport.call(reference.list_lessons())

    async def get(self, lesson_id: str) -> LessonDetails:
        return await self._transport.call(reference.get_lesson(lesson_id))


class AsyncProblems:
    """The kinds of problems, explained: the methods of ``Problems``, to be awaited."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> tuple[ProblemKind, ...]:
        return await self._transport.call(reference.show_problems())

    async def get(self, slug: str) -> ProblemKind:
        return await self._transport.call(reference.show_problem(slug))


class AsyncClient:
    """A service of acey-deucey at a URL, for asyncio: as ``Client``, its methods to be awaited."""

    def __init__(
        self,
        url: str = URL,
        *,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        language: str | None = None,
        api_key: str | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx2.AsyncClient(**settings(url, timeout, language), transport=transport)
        self._transport = AsyncTransport(self._http, timeout, Patience(tries))
        self.games = AsyncGames(self._transport, api_key)
        self.referee = AsyncReferee(self._transport)
        self.rulesets = AsyncRulesets(self._transport)
        self.rules = AsyncRules(self._transport)
        self.lessons = AsyncLessons(self._transport)
        self.problems = AsyncProblems(self._transport)

    async def live(self) -> bool:
        return await self._transport.run(plans.aliveness(self._transport.patience))

    async def ready(self) -> Readiness:
        return await self._transport.run(plans.readiness(self._transport.patience))

    async def metrics(self) -> str:
        return await self._transport.call(reference.show_metrics())

    async def openapi(self) -> Mapping[str, Any]:
        return await self._transport.call(reference.show_openapi())

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
