"""The only reader of the environment: every setting is one row of a table, read once at the start."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from environs import EnvError, FileAwareEnv
from limits import parse_many
from marshmallow.validate import OneOf, Range

from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import Allowance

DAY = 24 * 3600
LOG_LEVELS = ("debug", "info", "warning", "error")
DURABILITIES = ("fast", "safe")
SECRET_FILE = "secret-keys"
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the name is prometheus_client's
CREATORS = ("anyone", "owners")
CPU_QUOTA = Path("/sys/fs/cgroup/cpu.max")


class Setting(NamedTuple):
    """A setting: its name in the environment, its default as written there, what it does."""

    name: str
    default: str
    about: str


SETTINGS = (
    Setting("ACEY_HOST", "127.0.0.1", "Address to listen on."),
    Setting("ACEY_PORT", "8000", "Port to listen on; 0 takes a free one."),
    Setting("ACEY_WORKERS", "", "Worker processes; empty: one for each processor."),
    Setting("ACEY_STORE_URL", "", "Redis or Valkey to keep games in, also redis+sentinel:// or redis+cluster://; "
                               "empty: a Valkey of its own in ACEY_DATA."),
    Setting("ACEY_DURABILITY", "fast", "fast: a command counts when the store has it; safe: when a replica of the "
                                       "store has it too, so that no fail-over loses it."),
    Setting("ACEY_DATA", "data", "Folder of that Valkey and of the secret made for it."),
    Setting("ACEY_SECRET_KEYS", "", "Secrets of 16 characters or more for tokens and dice, newest first, commas "
                                    "between; needed with ACEY_STORE_URL, otherwise made in ACEY_DATA."),
    Setting("ACEY_API_KEYS", "", "Names and digests of API keys, as `acey-deucey api-key NAME` prints them, commas or "
                                 "line ends between; who has such a key owns the games made with it."),
    Setting("ACEY_CREATORS", "anyone", "Who may create games: anyone; or owners, those with an API key."),
    Setting("ACEY_CORS_ORIGINS", "", "Origins whose web pages may use the API, commas between, or *; empty: * "
                                     "without ACEY_STORE_URL, none with it."),
    Setting("ACEY_LOG_LEVEL", "info", "What is logged: debug, info (every request), warning, error."),
    Setting("ACEY_TRUSTED_PROXIES", "0", "Proxies in front whose X-Forwarded-For is believed, so that the addresses "
                                         "of clients are known; each adds one address to it."),
    Setting("ACEY_CREATES_PER_ADDRESS", "", "Most games that are created from one client address without an API key, "
                                            "such as 100/hour, or 20/minute;200/day; empty: as many as one likes."),
    Setting("ACEY_CREATES_PER_OWNER", "", "Most games that are created with the API keys of one name."),
    Setting("ACEY_REQUESTS_PER_ADDRESS", "", "Most requests of the API from one client address."),
    Setting("ACEY_REQUESTS_PER_SEAT", "", "Most commands, hints and analyses with one seat token."),
    Setting("ACEY_LISTENERS_PER_GAME", "500", "Most streams and waiting reads of one game in a worker process."),
    Setting("ACEY_LISTENERS_PER_ADDRESS", "200", "Most of one client address in a worker process."),
    Setting("ACEY_LISTENERS_PER_PROCESS", "8000", "Most of a worker process; each is an open file."),
    Setting("ACEY_STREAM_HEARTBEAT", "15", "Longest silence of an event stream in seconds; a client that takes "
                                           "nothing for twice as long is let go."),
    Setting("ACEY_STREAM_LIFE", "3600", "Longest life of an event stream in seconds; some end after half of it."),
    Setting("ACEY_TTL_WAITING", str(DAY), "Seconds that a game with an open seat is kept after its last command."),
    Setting("ACEY_TTL_PLAYING", str(14 * DAY), "Seconds that a game in play is kept after its last command."),
    Setting("ACEY_TTL_FINISHED", str(90 * DAY), "Seconds that a finished game is kept."),
    Setting("ACEY_TTL_TOMBSTONE", str(30 * DAY), "Seconds that an expired game is remembered as expired."),
)  # fmt: skip

_DEFAULTS = {setting.name: setting.default for setting in SETTINGS}


class InvalidSettings(AceyDeuceyError):
    """A setting that the service cannot start with."""

    def __init__(self, reason: str) -> None:
        super().__init__("invalid-settings", "{reason}", {"reason": reason})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, read and checked. Secrets stay out of its printed form. Lifetimes are in seconds."""

    host: str
    port: int
    workers: int
    store_url: str = field(repr=False)  # its password
    durability: str
    data: Path
    secret_keys: tuple[str, ...] = field(repr=False)
    api_keys: tuple[str, ...] = field(repr=False)  # perhaps keys in clear, by mistake
    creators: str
    cors_origins: tuple[str, ...]
    log_level: str
    trusted_proxies: int
    creates_per_address: tuple[Allowance, ...]
    creates_per_owner: tuple[Allowance, ...]
    requests_per_address: tuple[Allowance, ...]
    requests_per_seat: tuple[Allowance, ...]
    listeners_per_game: int
    listeners_per_address: int
    listeners_per_process: int
    stream_heartbeat: int
    stream_life: int
    ttl_waiting: int
    ttl_playing: int
    ttl_finished: int
    ttl_tombstone: int


def load_settings() -> Settings:
    """The settings of the environment; each may also stand in a file named by its name with ``_FILE`` added.

    :raises InvalidSettings: one cannot be.
    """
    try:
        return _read(FileAwareEnv(eager=True))
    except EnvError as error:
        raise InvalidSettings(str(error)) from None


def _read(env: FileAwareEnv) -> Settings:
    store_url = _text(env, "ACEY_STORE_URL")
    origins = _words(env, "ACEY_CORS_ORIGINS")
    return Settings(
        host=_text(env, "ACEY_HOST"),
        port=_number(env, "ACEY_PORT", 0, 65_535),
        workers=_number(env, "ACEY_WORKERS", 1, 256, processors()),
        store_url=store_url,
        durability=env.str("ACEY_DURABILITY", _DEFAULTS["ACEY_DURABILITY"], validate=OneOf(DURABILITIES)),
        data=Path(_text(env, "ACEY_DATA")),
        secret_keys=_words(env, "ACEY_SECRET_KEYS"),
        api_keys=tuple(_text(env, "ACEY_API_KEYS").replace(",", " ").split()),
        creators=env.str("ACEY_CREATORS", _DEFAULTS["ACEY_CREATORS"], validate=OneOf(CREATORS)),
        cors_origins=origins if origins or store_url else ("*",),
        log_level=env.str("ACEY_LOG_LEVEL", _DEFAULTS["ACEY_LOG_LEVEL"], validate=OneOf(LOG_LEVELS)),
        trusted_proxies=_number(env, "ACEY_TRUSTED_PROXIES", 0, 10),
        creates_per_address=_allowances(env, "ACEY_CREATES_PER_ADDRESS"),
        creates_per_owner=_allowances(env, "ACEY_CREATES_PER_OWNER"),
        requests_per_address=_allowances(env, "ACEY_REQUESTS_PER_ADDRESS"),
        requests_per_seat=_allowances(env, "ACEY_REQUESTS_PER_SEAT"),
        listeners_per_game=_number(env, "ACEY_LISTENERS_PER_GAME", 1, 1_000_000),
        listeners_per_address=_number(env, "ACEY_LISTENERS_PER_ADDRESS", 1, 1_000_000),
        listeners_per_process=_number(env, "ACEY_LISTENERS_PER_PROCESS", 1, 1_000_000),
        stream_heartbeat=_seconds(env, "ACEY_STREAM_HEARTBEAT"),
        stream_life=_seconds(env, "ACEY_STREAM_LIFE"),
        ttl_waiting=_seconds(env, "ACEY_TTL_WAITING"),
        ttl_playing=_seconds(env, "ACEY_TTL_PLAYING"),
        ttl_finished=_seconds(env, "ACEY_TTL_FINISHED"),
        ttl_tombstone=_seconds(env, "ACEY_TTL_TOMBSTONE"),
    )


def processors(quota: Path = CPU_QUOTA) -> int:
    """How many processors this process may keep busy: those it may run on, or fewer by its container's quota."""
    allowed = len(os.sched_getaffinity(0))
    try:
        time, period = quota.read_text().split()
        return max(1, min(allowed, -(-int(time) // int(period))))
    except (OSError, ValueError):  # no control group, or "max": no quota
        return allowed


def share_metrics(folder: Path) -> None:
    """Let this process and those it starts keep their figures in a folder; before prometheus_client is imported."""
    os.environ[METRICS_FOLDER] = str(folder)


def metrics_folder() -> Path | None:
    """Where the figures of all processes are kept; None when each keeps its own."""
    name = os.environ.get(METRICS_FOLDER)
    return Path(name) if name else None


def local_secret(data: Path) -> str:
    """The secret of a local installation: made once, kept in the data folder for its owner alone."""
    path = data / SECRET_FILE
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(32) + "\n")
    return path.read_text().strip()


def _text(env: FileAwareEnv, name: str) -> str:
    return str(env.str(name, _DEFAULTS[name])).strip()


def _words(env: FileAwareEnv, name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in _text(env, name).split(",") if word.strip())


def _number(env: FileAwareEnv, name: str, low: int, high: int, otherwise: int = 0) -> int:
    if not _text(env, name):
        return otherwise
    return int(env.int(name, int(_DEFAULTS[name] or 0), validate=Range(low, high)))


def _allowances(env: FileAwareEnv, name: str) -> tuple[Allowance, ...]:
    text = _text(env, name)
    try:
        return tuple(Allowance(item.amount, item.get_expiry()) for item in parse_many(text)) if text else ()
    except ValueError:
        raise InvalidSettings(f"{name} must be a limit such as 100/hour, or several with semicolons between.") from None


def _seconds(env: FileAwareEnv, name: str) -> int:
    return _number(env, name, 1, 3650 * DAY)
