"""Looks at an installation from one of its servers and says what to mend; it changes nothing and serves nothing."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from acey_deucey.api.open_files import room_for
from acey_deucey.api_keys import ApiKeys
from acey_deucey.config import Settings
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.keyring import Keyring
from acey_deucey.ports import StoreUnavailable
from acey_deucey.store import open_servers, open_store
from acey_deucey.store.embedded import EmbeddedValkey
from acey_deucey.store.link import Link

OLDEST = {"redis": (7, 0), "valkey": (8, 0)}
GOOD_SECRET = 32  # characters
CLOCK_SECONDS = 2.0
SLOW_SECONDS = 0.005
NEARLY_FULL = 0.8


class Finding(NamedTuple):
    """What was looked at, what there is to say about it, and whether it must be mended."""

    subject: str
    sentence: str
    must_be_mended: bool = False


def examine(settings: Settings) -> Iterator[Finding]:
    """All findings, one after another; the store is connected to, and nothing is written to it."""
    yield from _secrets(settings)
    yield from _creators(settings)
    yield from _process(settings)
    if settings.store_url == "memory://":
        yield Finding("store", "Games are in the memory of one process and end with it: for trials only.", True)
    elif settings.store_url:
        yield from _store(settings, settings.store_url)
    else:
        yield from _own_store(settings)


def _secrets(settings: Settings) -> Iterator[Finding]:
    if not settings.secret_keys:
        missing = bool(settings.store_url)
        sentence = "ACEY_SECRET_KEYS is not set." if missing else f"Made for this machine, in {settings.data}."
        yield Finding("secrets", sentence, missing)
        return
    try:
        Keyring([key.encode() for key in settings.secret_keys])
    except AceyDeuceyError as error:
        yield Finding("secrets", str(error), True)
        return
    if len(settings.secret_keys[0]) < GOOD_SECRET or len(set(settings.secret_keys[0])) < 8:
        yield Finding("secrets", f"The newest can be guessed: take {GOOD_SECRET} characters by chance or more.", True)
    else:
        yield Finding(
            "secrets", f"{len(settings.secret_keys)}, the newest of {len(settings.secret_keys[0])} characters."
        )


def _creators(settings: Settings) -> Iterator[Finding]:
    try:
        keys = ApiKeys(settings.api_keys)
    except AceyDeuceyError as error:
        yield Finding("API keys", str(error), True)
        return
    if settings.creators == "owners":
        sentence = (
            f"Games are created with API keys: {len(settings.api_keys)}." if keys else "There are none to create with."
        )
        yield Finding("API keys", sentence, not keys)
    elif settings.store_url and not settings.creates_per_address:
        sentence = "Anyone creates as many games as he likes; ACEY_CREATES_PER_ADDRESS or ACEY_CREATORS would limit it."
        yield Finding("creators", sentence)
    if (settings.creates_per_address or settings.requests_per_address) and not settings.trusted_proxies:
        sentence = "Behind a load balancer all clients would count as one: there ACEY_TRUSTED_PROXIES must be set."
        yield Finding("addresses", sentence)


def _process(settings: Settings) -> Iterator[Finding]:
    room = room_for(settings.listeners_per_process)
    short = room < settings.listeners_per_process
    yield Finding(
        "open files",
        f"Room for {room} of {settings.listeners_per_process} listeners in a worker process"
        + ("; raise the limit of open files (LimitNOFILE, ulimit -n)." if short else "."),
        short,
    )
    if "*" in settings.cors_origins and settings.store_url:
        yield Finding("web pages", "Any web page may use the API: name the origins in ACEY_CORS_ORIGINS.", True)


def _own_store(settings: Settings) -> Iterator[Finding]:
    valkey = EmbeddedValkey(settings.data)
    try:
        yield from _store(settings, valkey.start())
    except StoreUnavailable as error:
        yield Finding("store", str(error), True)
    finally:
        valkey.stop()


def _store(settings: Settings, url: str) -> Iterator[Finding]:
    try:
        store = open_store(url, safe=settings.durability == "safe")
    except AceyDeuceyError as error:
        yield Finding("store", str(error), True)
        return
    objections = store.check()
    store.close()
    for objection in objections:
        yield Finding("store", objection, True)
    link = Link(open_servers(url))
    try:
        began = time.perf_counter()
        answers = link.ask_all("INFO")
        yield from _servers([_facts(answer) for answer in answers])
        yield from _clock(link)
        yield _speed((time.perf_counter() - began) / (2 * len(answers)))
    except StoreUnavailable:
        pass  # check() has said why
    finally:
        link.close()


def _servers(servers: list[dict[str, str]]) -> Iterator[Finding]:
    for facts in servers:
        yield _version(facts)
        yield from _persistence(facts)
        yield _memory(facts)
    copies = [int(facts.get("connected_slaves", "0")) for facts in servers]
    if min(copies):
        yield Finding("replicas", f"{min(copies)} or more of each server.")
    else:
        yield Finding("replicas", "None: when the store's machine is lost, so are the games since the last backup.")


def _version(facts: dict[str, str]) -> Finding:
    kind = "valkey" if "valkey_version" in facts else "redis"
    version = facts.get(f"{kind}_version", "0.0")
    major, minor = (int(part) for part in version.split(".")[:2])
    old = (major, minor) < OLDEST[kind]
    wanted = ".".join(str(part) for part in OLDEST[kind])
    return Finding("version", f"{kind.title()} {version}" + (f"; it must be {wanted} or newer." if old else "."), old)


def _persistence(facts: dict[str, str]) -> Iterator[Finding]:
    if facts.get("aof_enabled") != "1":
        yield Finding("persistence", "Games are not written to the disk as they are played: set appendonly yes.", True)
    elif facts.get("aof_last_write_status") != "ok":
        yield Finding("persistence", "The last write to the disk failed: is it full?", True)
    else:
        yield Finding("persistence", "Each command goes to the append-only file.")


def _memory(facts: dict[str, str]) -> Finding:
    used, most = int(facts["used_memory"]), int(facts.get("maxmemory", "0"))
    megabytes = f"{used / 1e6:.0f} MB"
    if not most:
        return Finding("memory", f"{megabytes} used, without a limit: set maxmemory below what the machine has.")
    full = used > NEARLY_FULL * most
    return Finding("memory", f"{megabytes} of {most / 1e6:.0f} MB used" + (": nearly full." if full else "."), full)


def _clock(link: Link) -> Iterator[Finding]:
    before = time.time()
    try:
        answers = link.ask_all("TIME")
    except StoreUnavailable:
        yield Finding("clock", "The store does not tell its time to this user, so the clocks are not compared.")
        return
    after = time.time()  # an answer may take its time
    told = [int(seconds) + int(micros) / 1e6 for seconds, micros in answers]
    off = max(0.0, before - min(told), max(told) - after)
    wrong = off > CLOCK_SECONDS
    yield Finding(
        "clock", f"{off:.1f} s off that of the store" + ("; let both follow one clock (NTP)." if wrong else "."), wrong
    )


def _speed(seconds: float) -> Finding:
    slow = seconds > SLOW_SECONDS
    return Finding(
        "distance", f"{seconds * 1000:.1f} ms to the store and back" + (": it is far away." if slow else ".")
    )


def _facts(info: Any) -> dict[str, str]:
    pairs = (line.partition(":") for line in info.decode().splitlines())
    return {name: value for name, _, value in pairs}
