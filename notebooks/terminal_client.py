"""Two players at two terminals, on the client alone: start it once, then with the id that it tells at the other one."""

import argparse

from acey_deucey.client import Client, Failure, GameHandle, Player, Problem

ASKS = {"roll": "Enter rolls", "move": "Play; or: plays, undo, resign", "name": "Name a double, 1 to 6"}


def main() -> None:
    """Play a game to its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", help="the game to join as Black; without it White begins a new one")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service answers")
    asked = parser.parse_args()
    try:
        with Client(asked.url) as client:
            if asked.game:
                return play(client.games.join(asked.game, "black"), "black")
            game = client.games.create(seats={"black": "open"})
            print(f"You are White. Black joins with: python {__file__} {game.id}")
            return play(game, "white")
    except (Failure, EOFError, KeyboardInterrupt) as end:
        raise SystemExit(str(end)) from None


def play(game: GameHandle, me: Player) -> None:
    """Act when it is our turn, watch when it is not."""
    while game.state.status != "finished":
        print(f"\n{game.state.drawn(me)}", flush=True)
        if game.state.turn.player != me:
            next(game.watch())
            continue
        try:
            act(game, input(f"{ASKS[str(game.state.turn.awaits)]} > ").strip())
        except (Problem, ValueError) as refusal:
            print(refusal, getattr(refusal, "legal_example", None) or "")
    print(f"\n{game.state.drawn(me)}\n{game.state.result}", flush=True)


def act(game: GameHandle, words: str) -> None:
    """Do what the player says; a refusal changes nothing."""
    match game.state.turn.awaits, words:
        case _, "undo":
            game.undo()
        case _, "resign":
            game.resign()
        case "move", "plays":
            print(*game.plays(limit=50).plays, sep="\n")
        case "roll", _:
            game.roll()
        case "name", _:
            game.name(int(words))
        case _:
            game.play(words)


if __name__ == "__main__":
    main()
