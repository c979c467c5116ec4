"""The command acey-deucey: reads flags, says what went wrong in a sentence; it does no work itself."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from acey_deucey.config import SETTINGS, Settings, load_settings
from acey_deucey.errors import AceyDeuceyError

ABOUT = "A referee for acey-deucey, the backgammon variant (not the card game), over HTTP."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with these arguments, by default those of the process."""
    asked = _parser().parse_args(arguments)
    try:
        {"serve": _serve, "doctor": _doctor}[asked.command](asked)
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
    return parser


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


if __name__ == "__main__":
    main()
