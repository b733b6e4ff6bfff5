"""The golden games: one per map, saved and narrated. `make golden` plays and counts them again."""

from __future__ import annotations

from pathlib import Path

from branchline.boards.library import load_map
from branchline.cli.replay import lines
from branchline.engine.game import Game, new_game
from branchline.engine.saves import save_text
from tests.property.reached import play_on

FOLDER = Path(__file__).parent
GAMES = {
    "usa": (3, [], "builder"),
    "london": (2, ["reference-manual"], "uniform"),
    "paris": (4, [], "builder"),
    "uk": (2, ["advanced"], "inventor"),
}
NAMES = ("Ada", "Ben", "Cy", "Di")


def play(name: str) -> Game:
    """Play the golden game of a map."""
    players, options, policy = GAMES[name]
    game = new_game(load_map(name), players, f"golden {name}", options, NAMES[:players])
    play_on(game, 5000, policy, seed=1)
    return game


def story(game: Game) -> str:
    """Return a game in words."""
    return "\n".join(lines(game)) + "\n"


def regenerate() -> None:
    """Write the golden games."""
    for name in GAMES:
        game = play(name)
        (FOLDER / f"{name}.branchline").write_text(save_text(game), encoding="utf-8")
        (FOLDER / f"{name}.txt").write_text(story(game), encoding="utf-8")


if __name__ == "__main__":
    from tests.perft.counting import regenerate as count_again

    regenerate()
    count_again()
