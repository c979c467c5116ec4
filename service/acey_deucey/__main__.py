"""The command acey-deucey: reads flags, says what went wrong in a sentence; it does no work itself."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from acey_deucey.api_keys import is_owner, new_api_key
from acey_deucey.config import SETTINGS, InvalidSettings, Settings, load_settings
from acey_deucey.errors import AceyDeuceyError

ABOUT = "A referee for acey-deucey, the backgammon variant (not the card game), over HTTP."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with these arguments, by default those of the process."""
    asked = _parser().parse_args(arguments)
    try:
        COMMANDS[asked.command](asked)
    except AceyDeuceyError as error:
        sys.exit(f"acey-deucey: {error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="acey-deucey", description=ABOUT)
    parser.add_argument("--version", action="version", version=f"acey-deucey {version('acey-deucey')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser(
        "serve",
        help="answer requests until stopped",
        description="Answer requests until stopped. Flags go before settings.",
        epilog="Settings in the environment:\n" + "\n".join(f"  {row.name:20} {row.about}" for row in SETTINGS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serve.add_argument("--host", help="address to listen on")
    serve.add_argument("--port", type=int, help="port to listen on; 0 takes a free one")
    serve.add_argument("--data", type=Path, help="folder for games, when no store is set")
    serve.add_argument("--workers", type=int, help="worker processes")
    commands.add_parser(
        "doctor",
        help="look at this installation and say what to mend",
        description="Look at this installation, with the settings in the environment, and say what to mend. "
        "Ends with 1 if there is something.",
    )
    verify = commands.add_parser(
        "verify",
        help="check the record of a game without any service",
        description="Check the record of a game without any service: that every command follows from the rules, that "
        "the seed fits the commitment, and that every throw follows from the seed. Ends with 1 if something does not.",
    )
    verify.add_argument("record", type=Path, help="file with the record, as JSON or as text")
    audit = commands.add_parser(
        "audit",
        help="check that every stored game is what its log makes of it",
        description="Check that every stored game is what its log makes of it, with the settings in the environment. "
        "Ends with 1 if one is not.",
    )
    audit.add_argument("--data", type=Path, help="folder of the games, when no store is set")
    api_key = commands.add_parser(
        "api-key",
        help="make an API key for somebody who owns games",
        description="Make an API key for somebody who owns games: prints the key, which is shown only here and goes to "
        "its owner, and the entry for the setting ACEY_API_KEYS. A name may have several keys; all open the same "
        "games.",
    )
    api_key.add_argument("name", type=_owner, help="up to 40 letters, digits, dots, dashes and underscores")
    return parser


def _owner(text: str) -> str:
    if not is_owner(text):
        raise argparse.ArgumentTypeError("up to 40 letters, digits, dots, dashes and underscores")
    return text


def _api_key(asked: argparse.Namespace) -> None:
    key, line = new_api_key(asked.name)
    print(f"key, for {asked.name}: {key}\nentry of ACEY_API_KEYS: {line}")


def _serve(asked: argparse.Namespace) -> None:
    from acey_deucey.api.server import serve  # so that --help needs no server

    flags = {name: getattr(asked, name) for name in ("host", "port", "data", "workers")}
    settings: Settings = replace(load_settings(), **{name: value for name, value in flags.items() if value is not None})
    serve(settings)


def _doctor(asked: argparse.Namespace) -> None:
    from acey_deucey.api.doctor import examine

    findings = []
    for finding in examine(load_settings()):
        findings.append(finding)
        print(f"{'MEND' if finding.must_be_mended else 'ok  '} {finding.subject:12} {finding.sentence}", flush=True)
    if any(finding.must_be_mended for finding in findings):
        sys.exit(1)


def _verify(asked: argparse.Namespace) -> None:
    from acey_deucey.verify import read_record, verify

    try:
        written = asked.record.read_bytes()
    except OSError as error:
        sys.exit(f"acey-deucey: {asked.record}: {error.strerror}.")
    checks = []
    for check in verify(read_record(written)):
        checks.append(check)
        print(f"{'ok   ' if check.is_right else 'WRONG'} {check.sentence}", flush=True)
    if not all(check.is_right for check in checks):
        sys.exit(1)


def _audit(asked: argparse.Namespace) -> None:
    from acey_deucey.audit import audit
    from acey_deucey.store import store_in_use

    settings = load_settings()
    data = asked.data or settings.data
    if not settings.store_url and not data.is_dir():
        raise InvalidSettings(f"There is no folder {data} with games.")
    count = wrong = 0
    with store_in_use(settings.store_url, data) as store:
        for game_id, fault in audit(store):
            count, wrong = count + 1, wrong + (fault is not None)
            if fault:
                print(f"WRONG {game_id}: {fault}", flush=True)
    print(f"Games: {count}. Wrong: {wrong}.")
    if wrong:
        sys.exit(1)


COMMANDS = {"serve": _serve, "doctor": _doctor, "verify": _verify, "audit": _audit, "api-key": _api_key}


if __name__ == "__main__":
    main()
