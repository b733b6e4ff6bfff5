"""The game: set up, play, undo, view, score, replay, save and load."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.boards.board import Board
from branchline.boards.library import MapFile, load_map
from branchline.engine.actions import Action, Cards, decode
from branchline.engine.entry_points import apply_at, legal_at, new_list, play_at, score_at, set_up_at
from branchline.engine.errors import IllegalAction, MalformedAction, StaleAction
from branchline.engine.events import Event, read_events
from branchline.engine.kernel.chance import seed_key
from branchline.engine.kernel.compilation import RULES
from branchline.engine.kernel.layout import SPECTATOR, Records, copy_states, new_states, packed
from branchline.engine.kernel.reasons import MALFORMED
from branchline.engine.kernel.trace import new_trace
from branchline.engine.refusals import refusal_of
from branchline.engine.result import Result, read_result
from branchline.engine.rules.visibility import see_at
from branchline.engine.saves import Save, SaveReader, read_text, save_text, write_text
from branchline.engine.table import Table
from branchline.engine.views import View, ViewError
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LONGEST_NAME = 40


class GameError(BranchlineError, ValueError):
    """A game that cannot be set up, or a request that it cannot fulfil."""


class Game(Table):
    """A game on a map; its seed and the log of its actions determine everything else.

    >>> game = new_game("london", players=2, seed=7)
    >>> game.phase, len(game.legal)
    ('first tickets', 3)
    """

    def __init__(self, board: Board, key: bytes, names: Sequence[str] = ()) -> None:
        super().__init__(board, new_states())
        self.key = key
        self.names = tuple(checked_name(name) for name in names) or default_names(board)
        self.log: list[int] = []
        self._trace = new_trace()
        if not RULES.is_compiled:
            RULES.compile_once(self._try_rules)
        self._set_up()
        self.opening = read_events(board, 0, self._trace)

    @classmethod
    def _from_world(cls, board: Board, states: Records) -> Game:
        """Return a game at a sampled state; its past is unknown, so it cannot be undone or saved."""
        game = cls.__new__(cls)
        Table.__init__(game, board, states)
        game.key = b""
        game.names = default_names(board)
        game.log = []
        game.opening = []
        game._trace = new_trace()
        return game

    # -- playing -------------------------------------------------------------------------------

    def play(self, action: Action | int | str, *, at: int | None = None) -> list[Event]:
        """Play an action, given as a value, a code or a line of notation, and return what happened.

        `at` is the length of the log that the action was chosen for; `StaleAction` is raised if it has changed since.
        """
        if at is not None and at != len(self.log):
            raise StaleAction(f"This was chosen for move {at + 1}, but the game is at move {len(self.log) + 1}.")
        code = self.code_of(action)
        reason = play_at(self._packed, self._records, 0, code, self._trace)
        if reason == MALFORMED:
            raise MalformedAction(f"{code} is not the code of an action.")
        if reason:
            refusal = refusal_of(self, code, int(reason))
            raise IllegalAction(refusal.code, refusal.sentence)
        self.log.append(code)
        return read_events(self.board, code, self._trace)

    def apply(self, code: int) -> list[Event]:
        """Play an action that is known to be legal in this position, without checking it again."""
        apply_at(self._packed, self._records, 0, code, self._trace)
        self.log.append(code)
        return read_events(self.board, code, self._trace)

    def undo(self) -> Action:
        """Take back the last action and return it."""
        self._need_past()
        if not self.log:
            raise GameError("There is nothing to undo: no action has been played.")
        code = self.log.pop()
        self._set_up()
        for earlier in self.log:
            apply_at(self._packed, self._records, 0, earlier, self._trace)
        return decode(self.board, code)

    def _set_up(self) -> None:
        self._record.key[:] = np.frombuffer(self.key, dtype="<u4")
        set_up_at(self._packed, self._records, 0, self._trace)

    def _try_rules(self) -> None:
        """Use everything that a first move needs, so that it is compiled together."""
        self._set_up()
        codes = new_list()
        legal_at(self._packed, self._records, 0, codes)
        play_at(self._packed, self._records, 0, int(codes[0]), self._trace)

    def _need_past(self) -> None:
        if not self.key:
            raise GameError("This game was sampled from a view: it has no past to undo, replay or save.")

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        twin = Game.__new__(Game)
        Table.__init__(twin, self.board, copy_states(self._records))
        twin.key, twin.names, twin.log = self.key, self.names, list(self.log)
        twin.opening, twin._trace = self.opening, new_trace()
        return twin

    # -- views and true hands ------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return everything that a seat may know; `None` is a spectator."""
        if seat is not None and not 0 <= seat < self.players:
            raise GameError(f"There is no seat {seat}: seats are 0 to {self.players - 1}, or None for a spectator.")
        return see(self.board, self._records, seat)

    def hand(self, seat: int) -> Cards:
        """Return a seat's true hand, which bots and browsers never see."""
        return self._hand(seat)

    def tickets_of(self, seat: int) -> list[int]:
        """Return a seat's true tickets."""
        return self._tickets(seat)

    def offer_of(self, seat: int) -> list[int]:
        """Return the tickets that a seat truly has to choose from."""
        return self._offer(seat)

    def _repr_svg_(self) -> str:
        """Draw the board for notebooks; no tickets are shown."""
        from branchline.boards.draw import svg
        from branchline.engine.position import position

        return svg(self.board.drawing, position(self, self.names))

    @property
    def result(self) -> Result:
        """The itemized result; before the end, the result if the game ended now."""
        return read_result(self)

    def _score(self, table: Any) -> int:
        return int(score_at(self._packed, self._records, 0, table))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, to be published when a game starts."""
        return hashlib.sha256(self.key).hexdigest()

    def to_bytes(self) -> bytes:
        """Return the whole state as bytes: equal for equal games."""
        return self._records.tobytes()

    @property
    def records(self) -> Records:
        """A copy of the state's record, for code that runs in the kernel."""
        return copy_states(self._records)

    # -- replaying, saving and loading ---------------------------------------------------------

    def replay(self) -> Iterator[tuple[Action | None, list[Event]]]:
        """Yield the events of the setup, then each action with its events."""
        self._need_past()
        again = Game(self.board, self.key, self.names)
        yield None, again.opening
        for code in self.log:
            yield decode(self.board, code), again.play(code)

    def save(self, path: str | Path) -> None:
        """Write the game as readable text; an existing file is replaced atomically."""
        self._need_past()
        write_text(save_text(self), Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Read and replay a saved game; raise `BrokenSave` with the line if it is damaged."""
        return read_save(Path(path)).game


View._make_world = Game._from_world


def see(board: Board, states: Records, seat: int | None) -> View:
    """Return what a seat may know of a state."""
    views = new_states()
    see_at(packed(board), states, 0, SPECTATOR if seat is None else seat, views)
    return View(board, views)


def view_of_bytes(board: Board, data: bytes) -> View:
    """Return the view that `to_bytes` made, in another process for example."""
    views: Any = new_states()
    if len(data) != views.nbytes:
        raise ViewError(f"A view has {views.nbytes} bytes, not {len(data)}: it was made by another version.")
    views.view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
    return View(board, views)


def read_save(path: Path) -> Save:
    """Read and replay a saved game."""
    return SaveReader(str(path), read_text(path)).read(Game)


def parse_save(text: str, name: str = "the saved game") -> Save:
    """Replay a saved game from its text."""
    return SaveReader(name, text).read(Game)


def new_game(
    map: str | Path | MapFile | Board,  # noqa: A002 (the word for it)
    players: int | None = None,
    seed: int | str | bytes | None = None,
    options: Iterable[str] = (),
    names: Sequence[str] = (),
    *,
    shuffle_seats: bool = False,
) -> Game:
    """Set up a game; without a seed, the system's random source provides one.

    >>> new_game("usa", players=3, seed="tonight").hand_counts
    [4, 4, 4]
    """
    board = map if isinstance(map, Board) else _board(map, players, options)
    try:
        key = secrets.token_bytes(32) if seed is None else seed_key(seed)
    except ValueError as error:
        raise GameError(f"{error}.") from None
    if names and len(names) != board.players:
        raise GameError(f"{len(names)} names were given for {board.players} players.")
    if shuffle_seats and names:
        names = shuffled(names, key)
    return Game(board, key, names)


def _board(source: str | Path | MapFile, players: int | None, options: Iterable[str]) -> Board:
    found = source if isinstance(source, MapFile) else load_map(source)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise GameError(f"The number of players is a whole number, not {players!r}.")
    return found.board(players, [options] if isinstance(options, str) else options)


def default_names(board: Board) -> tuple[str, ...]:
    """Return the names of seats that were given none."""
    return tuple(f"Player {seat + 1}" for seat in range(board.players))


def checked_name(name: str) -> str:
    """Return a player's name without surrounding spaces; refuse what could not be written in a saved game."""
    trimmed = str(name).strip()
    if not 1 <= len(trimmed) <= LONGEST_NAME or "|" in trimmed or not trimmed.isprintable():
        raise GameError(f'A name has 1 to {LONGEST_NAME} letters, without "|" and control characters, not {name!r}.')
    return trimmed


def shuffled(names: Sequence[str], key: bytes) -> list[str]:
    """Return the names in the order of play that the seed determines (S5)."""
    return sorted(names, key=lambda name: hashlib.sha256(key + b" seat " + name.encode()).digest())
