"""Saved games that guests import: what is read from their text, in a process that can be killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.engine.actions import seat_of
from branchline.engine.errors import BrokenSave
from branchline.engine.game import parse_save
from branchline.server.live import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.engine.game import Game


class ImportedGame(msgspec.Struct, frozen=True):
    """A finished game that was read from a text: every move is legal."""

    map: str
    options: list[str]
    names: list[str]
    records: list[r.Started | r.Acted | r.Redealt]
    """The start and the moves, each with the seat that made it."""


def read_finished_game(text: str) -> ImportedGame:
    """Return the finished game of a saved game's text; `BrokenSave` says what is wrong with any other text."""
    save = parse_save(text, foreign_maps=False)  # its records are replayed on the map of this site
    if not save.game.over:
        raise BrokenSave("This game was not played to its end, so there is nothing to replay yet.")
    board = save.game.board
    return ImportedGame(board.map_id, sorted(board.options), list(save.game.names), list(records_of(save.game)))


def records_of(game: Game) -> Iterator[r.Started | r.Acted | r.Redealt]:
    """Yield the records of a game: the start, then each move, after the redeal that came before it."""
    yield r.Started(game.seed.hex(), list(range(game.players)), [entropy.hex() for entropy in game.entropy])
    again = game.at_start()
    for number, code in enumerate(game.log):
        if number in game.redeals:
            yield r.Redealt(game.redeals[number])
        chosen_by = seat_of(code)  # first tickets may be kept out of turn (S6)
        yield r.Acted(again.turn if chosen_by is None else chosen_by, code, "person")
        again.play_next(game)
