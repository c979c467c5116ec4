"""What both transports need of httpx2: its settings, and its answers and errors as values of this package."""

import ipaddress
from importlib.metadata import version
from typing import TypedDict

import httpx2

from acey_deucey.client.call import Answer, Request
from acey_deucey.client.errors import NoAnswer
from acey_deucey.client.watching import Message

URL = "http://127.0.0.1:8000"
TIMEOUT = 10.0
TRIES = 4


class Settings(TypedDict):
    """How an httpx2 client is made."""

    base_url: str
    timeout: float
    headers: dict[str, str]
    trust_env: bool


class Sending(TypedDict):
    """A request as an httpx2 client builds it."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: httpx2.Timeout


def settings(url: str, timeout: float, language: str | None) -> Settings:
    """The settings for a service at this URL; one on this machine is not asked for through a proxy.

    :raises ValueError: it is no URL of a service.
    """
    try:
        address = httpx2.URL(url)
    except httpx2.InvalidURL:
        address = httpx2.URL()
    if address.scheme not in ("http", "https") or not address.host or address.userinfo:
        raise ValueError(f"{url!r} is no address like {URL!r}")
    headers = {"User-Agent": f"acey-deucey-client/{version('acey-deucey')}"}
    if language:
        headers["Accept-Language"] = language
    return {"base_url": url, "timeout": timeout, "headers": headers, "trust_env": not _is_here(address.host)}


def sending(request: Request, timeout: float) -> Sending:
    """The request for httpx2; an answer that is held back has its time on top."""
    return {
        "method": request.method,
        "url": request.target,
        "headers": dict(request.headers),
        "content": request.content,
        "timeout": httpx2.Timeout(timeout, read=timeout + request.wait),
    }


def answer_of(response: httpx2.Response, body: bytes) -> Answer:
    """The response, with its body."""
    return Answer(response.status_code, {name.lower(): value for name, value in response.headers.items()}, body)


def no_answer(request: Request, error: httpx2.RequestError) -> NoAnswer:
    """The error that stands for an answer that did not come."""
    failure = NoAnswer(f"No answer to {request.method} {request.target}: {type(error).__name__} {error}".rstrip())
    failure.__cause__ = error
    return failure


def message_of(event: httpx2.ServerSentEvent) -> Message:
    """The message of a stream."""
    return Message(event.event, event.data)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
