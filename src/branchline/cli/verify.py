"""`branchline verify`: replay a saved game and check everything in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.support.output import Json, SavedMap, say, say_json

if TYPE_CHECKING:
    from branchline.engine.game import Game

app = typer.Typer(add_completion=False)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    map: SavedMap = None,  # noqa: A002
    json: Json = False,
) -> None:
    """Check that the actions of a saved game are legal and that its result and seed are right; exit with 2 if not."""
    from branchline.engine.game import read_save

    save = read_save(file, map)
    game = save.game
    if json:
        commitment = {"commitment": game.commitment, "seed": game.seed.hex()}
        say_json({"file": str(file), "ok": True, "actions": len(game.log), "result": save.result, **commitment})
        return
    say(f"{file}: {len(game.log)} actions on {game.board.name}, all of them legal.")
    say(_result_line(game) if save.result else "The game is not over, so there is no result to check.")
    say(f"The seed matches the commitment made when the game started: {game.commitment}")


def _result_line(game: Game) -> str:
    """Return the scores by name, and the winners."""
    result = game.result
    scores = ", ".join(f"{name} {total}" for name, total in zip(game.names, result.totals, strict=True))
    winners = " and ".join(game.names[seat] for seat in result.winners)
    return f"Result: {scores}; {winners} won, by {result.decided_by}."
