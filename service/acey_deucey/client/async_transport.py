"""The transport for asyncio: it sends what plans ask for, one thing after another, and decides nothing."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, closing
from typing import TypeVar

import httpx2

from acey_deucey.client.call import Call
from acey_deucey.client.calls import EVENT_STREAM
from acey_deucey.client.connection import answer_of, message_of, no_answer, sending
from acey_deucey.client.errors import NoAnswer
from acey_deucey.client.events import Entry
from acey_deucey.client.exchange import Outcome, Patience, Pause, Plan, Send, exchange
from acey_deucey.client.watching import Message, Next, Open, WatchPlan

T = TypeVar("T")


class AsyncTransport:
    """Does what plans ask for, one thing after another."""

    def __init__(self, http: httpx2.AsyncClient, timeout: float, patience: Patience) -> None:
        self.http, self.timeout, self.patience = http, timeout, patience

    async def call(self, call: Call[T]) -> T:
        """What the call is worth.

        :raises Failure: it came to nothing.
        """
        return await self.run(exchange(call, self.patience))

    async def run(self, plan: Plan[T]) -> T:
        """What the plan comes to."""
        outcome = None
        while True:
            try:
                doing = plan.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = await self._do(doing)

    async def _do(self, doing: Send | Pause) -> Outcome | None:
        if isinstance(doing, Pause):
            await asyncio.sleep(doing.seconds)
            return None
        try:
            response = await self.http.request(**sending(doing.request, self.timeout))
        except httpx2.RequestError as error:
            return no_answer(doing.request, error)
        return answer_of(response, response.content)

    async def follow(self, plan: WatchPlan) -> AsyncGenerator[Entry, None]:
        """The entries that the plan yields."""
        with closing(plan):
            async with aclosing(_Stream(self.http, self.timeout)) as stream:
                outcome: Outcome | Message | None = None
                while True:
                    try:
                        doing = plan.send(outcome)
                    except StopIteration:
                        return
                    outcome = None
                    match doing:
                        case Entry():
                            yield doing
                        case Open():
                            outcome = await stream.open(doing)
                        case Next():
                            outcome = await stream.next()
                        case Pause():
                            await asyncio.sleep(doing.seconds)


class _Stream:
    """An answer that is read as it comes; the next one takes its place."""

    def __init__(self, http: httpx2.AsyncClient, timeout: float) -> None:
        self._http, self._timeout = http, timeout
        self._response: httpx2.Response | None = None
        self._messages: AsyncIterator[httpx2.ServerSentEvent]

    async def open(self, opening: Open) -> Outcome:
        await self.aclose()
        self._opening = opening
        try:
            request = self._http.build_request(**sending(opening.request, self._timeout))
            self._response = await self._http.send(request, stream=True)
            answer = answer_of(self._response, b"")
            if answer.media != EVENT_STREAM:
                return answer._replace(body=await self._response.aread())
        except httpx2.RequestError as error:
            return no_answer(opening.request, error)
        self._messages = aiter(httpx2.EventSource(self._response))
        return answer

    async def next(self) -> Message | NoAnswer | None:
        try:
            event = await anext(self._messages, None)
        except httpx2.RequestError as error:
            return no_answer(self._opening.request, error)
        return None if event is None else message_of(event)

    async def aclose(self) -> None:
        if self._response is not None:
            await self._response.aclose()
