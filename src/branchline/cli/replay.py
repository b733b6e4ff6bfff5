"""`branchline replay`: a saved game turn by turn, as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.support.output import Json, SavedMap, heading, say, say_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.engine.actions import Action
    from branchline.engine.events import Event
    from branchline.engine.game import Game

app = typer.Typer(add_completion=False)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    map: SavedMap = None,  # noqa: A002
    json: Json = False,
) -> None:
    """Print a saved game turn by turn, including all hidden information."""
    from branchline.engine.game import read_save

    game = read_save(file, map).game
    if json:
        say_json(_data(game))
        return
    options = ", ".join(sorted(game.board.options)) or "no options"
    say(heading(f"{game.board.name}: {', '.join(game.names)} ({options})"))
    for line in lines(game):
        say(line)


def lines(game: Game) -> list[str]:
    """Return a game as lines: a heading for each turn, a line for each event, and the result."""
    from branchline.engine.events import TurnBegins
    from branchline.engine.narration import narrate

    printed: list[str] = []
    turn = 0
    for _, events in game.replay():
        for event in events:
            if isinstance(event, TurnBegins):
                turn += 1
                printed.append(f"\nTurn {turn}: {game.names[event.seat]}")
            else:
                printed.append(f"  {narrate(game.board, game.names, _open(event))}")
    if not game.over:
        return [*printed, f"\nThe game is not over: {game.names[game.turn]} is to move, {game.phase}."]
    winners = " and ".join(game.names[seat] for seat in game.result.winners)
    return [*printed, f"\nResult: {winners} won, by {game.result.decided_by}", str(game.result)]


def _open(event: Event) -> Event:
    """Return an event with its hidden information: anyone who has the file has the seed."""
    return event.opened(getattr(event, "seat", None))


def _data(game: Game) -> dict[str, Any]:
    from branchline.engine.actions import notation

    def move(number: int, action: Action | None, events: Sequence[Event]) -> dict[str, Any]:
        text = notation(game.board, action) if action is not None else None
        return {"move": number, "action": text, "events": [_open(event) for event in events]}

    return {
        "map": game.board.map_id,
        "names": game.names,
        "options": sorted(game.board.options),
        "commitment": game.commitment,
        "moves": [move(number, *played) for number, played in enumerate(game.replay())],
        "over": game.over,
        "result": game.result if game.over else None,
    }
