"""A client that a public generator makes of the document, without one warning, plays a whole game.

It plays against the service as people run it, and knows of it only what the generator has read.
"""

import importlib
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.api.running import service

pytestmark = pytest.mark.slow
NAME = "generated_acey_deucey"
# The generator knows pictures only as text.
CONFIG = {"post_hooks": [], "content_type_overrides": {"image/svg+xml": "text/plain"}}
MOST_COMMANDS = 2_000


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("data"), "--workers", "2") as running:
        yield running.url


@pytest.fixture(scope="module")
def generated(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package, which can be imported."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_bytes(httpx2.get(f"{url}/openapi.json", timeout=30).content)
    (folder / "config.json").write_text(json.dumps(CONFIG))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--config"]
    command += ["config.json", "--output-path", NAME, "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))


@pytest.fixture
def caller(url: str, generated: Path) -> Iterator[Callable[..., Any]]:
    """Makes a client of the package, with a token or without."""
    with ExitStack() as clients:

        def made(token: str | None = None) -> Any:
            package, options = _part("client"), {"base_url": url, "raise_on_unexpected_status": True}
            client = package.AuthenticatedClient(token=token, **options) if token else package.Client(**options)
            return clients.enter_context(client)

        yield made


def _part(path: str) -> Any:
    return importlib.import_module(f"{NAME}.{path}")


def _operation(tag: str, name: str) -> Any:
    return _part(f"api.{tag}.{name}").sync


def test_it_has_every_operation_of_the_document(url: str, generated: Path) -> None:
    document = httpx2.get(f"{url}/openapi.json", timeout=30).json()
    told = {
        (operation["tags"][0].lower(), operation["operationId"])
        for methods in document["paths"].values()
        for operation in methods.values()
    }
    made = {(file.parent.name, file.stem) for file in (generated / "api").glob("*/*.py") if file.stem != "__init__"}
    assert made == told


def test_it_plays_a_whole_game(caller: Callable[..., Any]) -> None:
    anybody, chance = caller(), random.Random(11)
    body = _part("models").NewGameBody(ruleset="american")
    created = _operation("games", "create_game")(client=anybody, body=body)
    game, tokens = created.game, created.tokens.to_dict()
    players = {seat: caller(token) for seat, token in tokens.items()}
    for _ in range(MOST_COMMANDS):
        if game.status == "finished":
            break
        after = _next(game, players[game.turn.player], chance)
        assert after.version == game.version + 1
        game = after
    assert game.result.reason == "borne_off"
    assert _operation("games", "get_game")(game.id, client=anybody).result == game.result
    record = _operation("look", "show_record")(game.id, client=anybody)
    assert record.result.winner == game.result.winner


def _next(game: Any, player: Any, chance: random.Random) -> Any:
    models, tag = _part("models"), f'"{game.version}"'
    match game.turn.awaits:
        case "roll":
            return _operation("play", "roll_dice")(game.id, client=player, if_match=tag)
        case "name":
            body = models.NameBody(number=chance.choice(game.legal.names))
            return _operation("play", "name_double")(game.id, client=player, body=body, if_match=tag)
    body = models.PlayBody(play=chance.choice(game.legal.steps).text)
    return _operation("play", "play_moves")(game.id, client=player, body=body, if_match=tag)


def test_a_refusal_comes_as_a_problem(caller: Callable[..., Any]) -> None:
    problem = _operation("games", "get_game")("k3q8w1c5t9r2m4x7z0a6bd", client=caller())
    assert (problem.status, problem.type_) == (404, "/problems/game-not-found")
