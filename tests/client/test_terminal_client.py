"""The example for two terminals: two processes play one game with each other, fed through their standard input."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from acey_deucey.client import Client

EXAMPLE = Path(__file__).parents[2] / "notebooks" / "terminal_client.py"
PATIENCE = 60
JOINS = r"joins with: python \S+ (\S+)\n"


class Terminal:
    """One process of the example, and what it has shown so far."""

    def __init__(self, url: str, *arguments: str) -> None:
        command = [sys.executable, str(EXAMPLE), "--url", url, *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
        self.shown = ""

    def read_until(self, pattern: str) -> re.Match[str]:
        """Where something matches in what is shown behind the last such place."""
        assert self.process.stdout
        while not (match := re.search(pattern, self.shown, re.DOTALL)):
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], self.shown
            chunk = os.read(self.process.stdout.fileno(), 65_536)
            assert chunk, self.shown
            self.shown += chunk.decode()
        self.shown = self.shown[match.end() :]
        return match

    def say(self, words: str) -> None:
        """Type a line."""
        assert self.process.stdin
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()

    def close(self) -> None:
        """See it off."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def white(url: str) -> Iterator[Terminal]:
    terminal = Terminal(url)
    yield terminal
    terminal.close()


def test_the_example_is_less_than_sixty_lines() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60


def test_two_processes_play_a_whole_game(url: str, client: Client, white: Terminal) -> None:
    game_id = white.read_until(JOINS)[1]
    black = Terminal(url, game_id)
    players, game = {"white": white, "black": black}, client.games.get(game_id)
    try:
        next(game.watch(after=1))  # somebody has sat down
        while game.state.status != "finished":
            player = players[game.state.turn.player or "white"]
            player.read_until(r" > $")
            match game.state.turn.awaits:
                case "roll":
                    player.say("")
                case "name":
                    player.say(str(game.state.legal.names[-1]))
                case _:
                    player.say(str(game.plays(limit=1).plays[0]))
            before = game.state.version
            next(entry for entry in game.watch() if entry.version > before)
        for player in players.values():
            player.read_until(r"Result\(winner=.*\)\n")
            assert player.process.wait(PATIENCE) == 0
    finally:
        black.close()
    assert game.state.result


def test_a_refusal_is_explained_and_changes_nothing(url: str, client: Client, white: Terminal) -> None:
    game_id = white.read_until(JOINS)[1]
    black = Terminal(url, game_id)
    try:
        black.read_until("to roll")
        game = client.games.get(game_id)
        player = white if game.state.turn.player == "white" else black
        player.read_until(r"rolls > $")
        player.say("")
        player.read_until(r"resign > $")
        player.say("24/1")
        player.read_until(r"hand/\d+\n.*resign > $")
        player.say("plays")
        player.read_until(r"\nhand/\d+ .*resign > $")
        player.say("resign")
        player.read_until(r"Result\(winner='\w+', reason='resigned'")
    finally:
        black.close()


def test_without_a_service_it_says_so() -> None:
    command = [sys.executable, str(EXAMPLE), "--url", "http://127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("No answer to POST /v1/games: ConnectError")
