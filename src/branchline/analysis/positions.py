"""Positions of games that teach something: how to reach one, what its seat sees, and files that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from branchline.boards.library import load_map
from branchline.engine.game import Game
from branchline.engine.kernel.chance import seed_key
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.views import View

Entry = TypeVar("Entry")


class PositionError(BranchlineError):
    """A position that cannot be reached, or a set of them that cannot be read."""


class Position(msgspec.Struct, frozen=True):
    """A decision of a seat in a game, which is replayed from its seed and its moves."""

    id: str
    map: str
    map_hash: str
    players: int
    seed: int
    moves: list[int]
    """The codes of the actions that lead to the position."""

    def board(self) -> Board:
        """Return the board of the position, or raise `PositionError` if the map has changed since it was stored."""
        board = load_map(self.map).board(self.players)
        if board.hash != self.map_hash:
            raise PositionError(f'"{self.id}" was made for another version of the map "{self.map}".')
        return board

    def game(self) -> Game:
        """Return the game up to the decision; only `view` may be shown to a player."""
        game = Game(self.board(), seed_key(self.seed))
        for code in self.moves:
            game.play(code)
        return game

    def view(self) -> View:
        """Return the position as the seat that decides sees it."""
        game = self.game()
        return game.view(game.turn)


def read_set(text: bytes, name: str, kind: type[Entry]) -> list[Entry]:
    """Return the entries of a file with one per line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=kind))
            except msgspec.DecodeError as error:
                raise PositionError(f"{name}, line {number}: {error}.") from None
    return found
