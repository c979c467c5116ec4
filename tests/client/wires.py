"""Transports for tests: one that plays a script instead of sending, one that notes what is sent, one that loses it."""

import httpx2

Reply = httpx2.Response | Exception


def problem(status: int, slug: str, **more: object) -> httpx2.Response:
    """A problem as the service would answer it."""
    headers = {"Content-Type": "application/problem+json"}
    if "retry_after" in more:
        headers["Retry-After"] = str(more.pop("retry_after"))
    body = {"type": f"/problems/{slug}", "title": "No", "status": status, "detail": "It cannot be.", **more}
    return httpx2.Response(status, json=body, headers=headers)


class Scripted(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Answers with one reply after another, the last one for ever; ``sent`` is what came in."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.sent: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return self.handle_request(request)


class Noting(httpx2.BaseTransport):
    """Sends for real, and notes every request."""

    def __init__(self) -> None:
        self._real = httpx2.HTTPTransport()
        self.sent: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        return self._real.handle_request(request)

    def close(self) -> None:
        self._real.close()


class Losing(Noting):
    """Sends for real, and loses as many answers as it is told to."""

    lost = 0

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        response = super().handle_request(request)
        if self.lost == 0:
            return response
        self.lost -= 1
        response.close()
        raise httpx2.ReadError("the answer was lost")
