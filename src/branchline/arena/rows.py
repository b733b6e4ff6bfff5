"""Rows of results, column by column, for data frames and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from branchline.engine.actions import decode, notation
from branchline.engine.game import Game
from branchline.engine.rules import scoring
from branchline.errors import BranchlineError, import_extra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from branchline.arena.match import Match
    from branchline.arena.results import Results

    Array = np.ndarray[Any, Any]

SCORE_COLUMNS = {
    "score": scoring.TOTAL,
    "rank": scoring.RANK,
    "routes": scoring.ROUTES,
    "ticket_points": scoring.TICKETS_MADE,
    "ticket_losses": scoring.TICKETS_MISSED,
    "longest_path_bonus": scoring.LONGEST_PATH,
    "districts": scoring.DISTRICTS,
    "flags": scoring.FLAGS,
    "technologies": scoring.TECHNOLOGIES,
    "tickets_made": scoring.MADE,
    "tickets_missed": scoring.MISSED,
    "longest_path": scoring.PATH,
}
"""The columns of a seat's row that are taken from the final scoring."""


class RowsError(BranchlineError):
    """Rows that a match cannot give."""


@dataclass(frozen=True)
class Labels:
    """A column of a few names: for every row the number of one of them."""

    numbers: Array
    names: tuple[str, ...]

    def tolist(self) -> list[str]:
        """Return the name of every row."""
        return [self.names[number] for number in self.numbers.tolist()]

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True)
class Rows:
    """A table of results, kept as columns.

    Any library that reads Arrow through the PyCapsule interface takes the numbers over without copying them:
    `polars.DataFrame(rows)`, `pyarrow.table(rows)`. `to_polars` and `to_pandas` do it for you. They need
    `pip install "branchline[data]"`; `columns` and `to_dict` do not. Iteration gives one `dict` per row.

    >>> from branchline import simulate
    >>> rows = simulate("mini", ["greedy", "random"], games=100, seed=7).game_rows()
    >>> len(rows), list(rows.columns)[:3]
    (100, ['game', 'deal', 'seed'])
    """

    columns: Mapping[str, Array | Labels]
    """The columns by name: NumPy arrays, or `Labels` for names."""

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __repr__(self) -> str:
        return f"<Rows: {len(self):,} × {', '.join(self.columns)}>"

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield every row as a dictionary."""
        plain = self.to_dict()
        for values in zip(*plain.values(), strict=True):
            yield dict(zip(plain, values, strict=True))

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as lists."""
        return {name: column.tolist() for name, column in self.columns.items()}

    def to_arrow(self) -> Any:  # noqa: ANN401 (pyarrow is optional)
        """Return a `pyarrow.Table` that refers to the same memory."""
        arrow = import_extra("pyarrow", "data")
        return arrow.table({name: _to_arrow(arrow, column) for name, column in self.columns.items()})

    def to_polars(self) -> Any:  # noqa: ANN401
        """Return a `polars.DataFrame` that refers to the same memory."""
        return import_extra("polars", "data").from_arrow(self.to_arrow())

    def to_pandas(self) -> Any:  # noqa: ANN401
        """Return a `pandas.DataFrame` whose numbers refer to the same memory."""
        import_extra("pandas", "data")
        return self.to_arrow().to_pandas(split_blocks=True)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export the rows as a stream of Arrow's C interface."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def _to_arrow(arrow: Any, column: Array | Labels) -> Any:  # noqa: ANN401
    if isinstance(column, Labels):
        return arrow.DictionaryArray.from_arrays(arrow.array(column.numbers), arrow.array(column.names))
    return arrow.array(column)


# ---- the rows of a match -----------------------------------------------------------------------


def game_rows(results: Results) -> Rows:
    """Return one row per game; `new_game(map, seed=bytes.fromhex(seed))` deals it again."""
    played, match = results.played, results.match
    numbers = played.column("number")
    return Rows(
        {
            "game": _column(numbers),
            "deal": _column(numbers // played.players),
            "seed": np.array([match.key(number).hex() for number in numbers.tolist()], dtype=object),
            "turns": _column(played.column("turns")),
            "decisions": _column(played.column("decisions")),
            "winners": _column((played.shares > 0).sum(axis=1)),
            "best_score": _column(played.scores().max(axis=1)),
        }
    )


def seat_rows(results: Results) -> Rows:
    """Return one row per game and seat."""
    played = results.played
    seats = np.tile(np.arange(played.players), len(played))
    columns: dict[str, Array | Labels] = {
        "game": _column(played.column("number").repeat(played.players)),
        "seat": seats,
        "bot": _bot_column(results.match, played.by_seat("seating")),
        "win": _column(played.shares),
    }
    return Rows(columns | {name: _column(played.scores(column)) for name, column in SCORE_COLUMNS.items()})


class Turn(NamedTuple):
    """A turn of a logged game, and the table after it."""

    game: int
    seed: str
    turn: int
    seat: int
    bot: int
    actions: str
    score: int
    cards: int
    pieces: int
    tickets: int


def turn_rows(results: Results) -> Rows:
    """Return one row per turn of every logged game: its actions, and what the seat has afterwards."""
    logs = [entry for batch in results.in_order for entry in batch.logged()]
    if not logs:
        raise RowsError("Turns are known of logged games only: simulate with logs=True, or with --save-games.")
    turns = [turn for number, log in logs for turn in _turns(results.match, number, log)]
    columns: dict[str, Array | Labels] = {}
    for name, values in zip(Turn._fields, zip(*turns, strict=True), strict=True):
        columns[name] = np.array(values, dtype=object if isinstance(values[0], str) else np.int64)
    return Rows(columns | {"bot": _bot_column(results.match, np.asarray(columns["bot"]))})


def _turns(match: Match, number: int, log: Sequence[int]) -> Iterator[Turn]:
    key, seating = match.key(number), match.seating(number)
    game = Game(match.board, key)
    actions: list[str] = []
    for place, code in enumerate(log):
        turn, seat = game.turns, game.turn
        actions.append(notation(match.board, decode(match.board, code)))
        game.apply(code)
        if place + 1 == len(log) or (game.turns, game.turn) != (turn, seat):
            now = (game.scores[seat], game.hand_counts[seat], game.pieces[seat], game.ticket_counts[seat])
            yield Turn(number, key.hex(), turn, seat, seating[seat], "; ".join(actions), *now)
            actions = []


def _bot_column(match: Match, numbers: Array) -> Labels:
    return Labels(np.ascontiguousarray(numbers.reshape(-1), dtype=np.int8), match.bots)


def _column(values: Array) -> Array:
    """Return the values as one contiguous column."""
    return np.ascontiguousarray(values.reshape(-1))
