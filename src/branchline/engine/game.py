"""The game: set up, play, undo, view, score, replay, save and load."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.boards.board import Board
from branchline.boards.library import MapFile, load_map
from branchline.engine.actions import Action, Cards, decode
from branchline.engine.deal import commitment_of, mixed_key, redeal_key, redealt, shuffled
from branchline.engine.entry_points import apply_at, legal_at, new_list, play_at, score_at, set_up_at
from branchline.engine.errors import IllegalAction, MalformedAction, StaleAction
from branchline.engine.events import Events, cards_from_deck, entries_of
from branchline.engine.kernel.chance import seed_key
from branchline.engine.kernel.compilation import RULES
from branchline.engine.kernel.layout import SPECTATOR, Records, copy_states, new_states, packed
from branchline.engine.kernel.reasons import MALFORMED
from branchline.engine.kernel.trace import new_trace
from branchline.engine.refusals import refusal_of
from branchline.engine.result import Result, read_result
from branchline.engine.rules.visibility import see_at
from branchline.engine.saves import Save, SaveReader, read_text, save_text, write_text
from branchline.engine.table import Table, default_names
from branchline.engine.views import View, ViewError
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LONGEST_NAME = 40


class _Scratch(threading.local):
    """The trace of each thread: it is read right after every action, so that no game needs one of its own."""

    def __init__(self) -> None:
        self.trace = new_trace()


_SCRATCH = _Scratch()


class GameError(BranchlineError, ValueError):
    """A game that cannot be set up, or a request that it cannot fulfil."""


class Game(Table):
    """A game on a map; its seed and the log of its actions determine everything else.

    >>> game = new_game("london", players=2, seed=7)
    >>> game.phase, len(game.legal)
    ('first tickets', 3)
    """

    def __init__(self, board: Board, seed: bytes, names: Sequence[str] = (), entropy: Sequence[bytes] = ()) -> None:
        super().__init__(board, new_states())
        self.seed, self.entropy = seed, tuple(entropy)
        self.key = mixed_key(seed, self.entropy)
        self.names = tuple(checked_name(name) for name in names) or default_names(board)
        self.log: list[int] = []
        self.redeals: dict[int, int] = {}
        """The redeals that stand: after how many actions, and the number of the redeal."""
        self._redeals_made = 0
        if RULES.needs_compiler:
            RULES.compile_once(self._try_rules)
        self._set_up()
        self.opening = self._events(0)

    @classmethod
    def _from_world(cls, board: Board, states: Records) -> Game:
        """Return a game at a sampled state; its past is unknown, so it cannot be undone or saved."""
        game = cls.__new__(cls)
        Table.__init__(game, board, states)
        game.seed, game.entropy, game.key = b"", (), b""
        game.names = default_names(board)
        game.log, game.redeals, game._redeals_made = [], {}, 0
        game.opening = Events(board, 0, b"")
        game._entries = b""
        return game

    # -- playing -------------------------------------------------------------------------------

    def play(self, action: Action | int | str, *, at: int | None = None) -> Events:
        """Play an action, given as a value, a code or a line of notation, and return what happened.

        `at` is the length of the log that the action was chosen for; `StaleAction` is raised if it has changed since.

        >>> game = new_game("mini", players=2, seed=7)
        >>> game.play("keep 1")
        [Chosen(seat=0)]
        """
        if at is not None and at != len(self.log):
            raise StaleAction(f"This was chosen for move {at + 1}, but the game is at move {len(self.log) + 1}.")
        code = self.code_of(action)
        reason = play_at(self._packed, self._records, 0, code, _SCRATCH.trace)
        if reason == MALFORMED:
            raise MalformedAction(f"{code} is not the code of an action.")
        if reason:
            refusal = refusal_of(self, code, int(reason))
            raise IllegalAction(refusal.code, refusal.sentence)
        self.log.append(code)
        return self._events(code)

    def apply(self, code: int) -> Events:
        """Play an action that is known to be legal in this position, without checking it again."""
        apply_at(self._packed, self._records, 0, code, _SCRATCH.trace)
        self.log.append(code)
        return self._events(code)

    def undo(self) -> Action:
        """Take back the last action and return it.

        >>> game = new_game("mini", players=2, seed=7)
        >>> _ = game.play("keep 1")
        >>> game.undo()
        Keep(tickets=(0,), seat=None)
        """
        self._need_past()
        if not self.log:
            raise GameError("There is nothing to undo: no action has been played.")
        code = self.log.pop()
        self.redeals = {moves: number for moves, number in self.redeals.items() if moves <= len(self.log)}
        self._set_up()
        self._redeal(0)
        for moves, earlier in enumerate(self.log, 1):
            apply_at(self._packed, self._records, 0, earlier, _SCRATCH.trace)
            self._redeal(moves)
        self._entries = entries_of(_SCRATCH.trace)
        return decode(self.board, code)

    def redeal(self, number: int | None = None) -> None:
        """Randomize again what nobody has seen: the cards to be drawn, and the order of the unseen tickets.

        After an undo and a redeal, what was seen in the meantime is worth nothing. The key of a redeal follows from
        the game's key and the redeal's number, by default the next one, so that it can be verified like the deal.
        """
        self._need_past()
        number = self._redeals_made + 1 if number is None else number
        if number <= self._redeals_made:
            raise GameError(f"Redeal {number} cannot follow redeal {self._redeals_made}.")
        self.redeals[len(self.log)] = self._redeals_made = number
        self._redeal(len(self.log))

    def _redeal(self, moves: int) -> None:
        """Apply the redeal that follows the given number of actions, if there is one."""
        if moves not in self.redeals:
            return
        state, key = self._record, redeal_key(self.key, self.redeals[moves])
        state.key[:] = np.frombuffer(key, dtype="<u4")
        state.block[:] = 0
        state.counter = state.block_left = 0
        seen = int(np.bitwise_or.reduce(state.returned))
        places = [place for place in self._ticket_places() if not seen >> int(state.queue[place]) & 1]
        state.queue[places] = redealt([int(state.queue[place]) for place in places], key)

    def _events(self, code: int) -> Events:
        """Return the events of what this thread has just done to this game."""
        self._entries = entries_of(_SCRATCH.trace)
        return Events(self.board, code, self._entries)

    def _set_up(self) -> None:
        self._record.key[:] = np.frombuffer(self.key, dtype="<u4")
        set_up_at(self._packed, self._records, 0, _SCRATCH.trace)

    def _try_rules(self) -> None:
        """Use everything that a first move needs, so that it is compiled together."""
        self._set_up()
        codes = new_list()
        legal_at(self._packed, self._records, 0, codes)
        play_at(self._packed, self._records, 0, int(codes[0]), _SCRATCH.trace)

    def _need_past(self) -> None:
        if not self.key:
            raise GameError("This game was sampled from a view: it has no past to undo, replay or save.")

    def copy(self) -> Game:
        """Return an independent copy of the game.

        >>> game = new_game("mini", players=2, seed=7)
        >>> _ = game.copy().play("keep 1")
        >>> len(game.log)
        0
        """
        twin = Game.__new__(Game)
        Table.__init__(twin, self.board, copy_states(self._records))
        twin.seed, twin.entropy, twin.key, twin.names = self.seed, self.entropy, self.key, self.names
        twin.log, twin.redeals, twin._redeals_made = list(self.log), dict(self.redeals), self._redeals_made
        twin.opening, twin._entries = self.opening, self._entries
        return twin

    def __deepcopy__(self, memo: object) -> Game:
        """Copy the state as bytes: NumPy would leave out the padding of its record."""
        return self.copy()

    # -- views and true hands ------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return everything that a seat may know; `None` is a spectator.

        >>> game = new_game("mini", players=2, seed=7)
        >>> game.view(0).hand, game.view(None).hand
        ({'blue': 2}, {})
        """
        if seat is not None and seat not in range(self.players):
            raise GameError(f"There is no seat {seat!r}: seats are 0 to {self.players - 1}, or None for a spectator.")
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

    @property
    def ticket_deck(self) -> list[int]:
        """The true ticket deck, from its top, which bots and browsers never see."""
        return [int(self._record.queue[place]) for place in self._ticket_places()]

    def dealt_cards(self) -> list[str]:
        """Return the cards drawn from the deck by the last action or the setup, in order."""
        return [self.board.card_name(kind) for kind in cards_from_deck(self._entries)]

    def __repr__(self) -> str:
        if self.over:
            winners = " and ".join(self.names[seat] for seat in self.result.winners)
            scores = "–".join(map(str, self.result.totals))
            return f"<Game on {self.board.name}: over after {self.turns} turns, {scores}, won by {winners}>"
        return f"<Game on {self.board.name}: turn {self.turns}, {self.names[self.turn]} to decide ({self.phase})>"

    def _repr_svg_(self) -> str:
        """Draw the board for notebooks; no tickets are shown."""
        from branchline.boards.draw import svg
        from branchline.engine.position import position

        return svg(self.board.drawing, position(self, self.names))

    @property
    def result(self) -> Result:
        """The itemized result; before the end, the result if the game ended now.

        >>> new_game("mini", players=2, seed=7).result.totals
        [0, 0]
        """
        return read_result(self)

    def _score(self, table: Any) -> int:
        return int(score_at(self._packed, self._records, 0, table))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, to be published before a game starts."""
        return commitment_of(self.seed)

    def to_bytes(self) -> bytes:
        """Return the whole state as bytes: equal for equal games."""
        return self._records.tobytes()

    @property
    def records(self) -> Records:
        """A copy of the state's record, for code that runs in the kernel."""
        return copy_states(self._records)

    # -- replaying, saving and loading ---------------------------------------------------------

    def replay(self) -> Iterator[tuple[Action | None, Events]]:
        """Yield the events of the setup, then each action with its events.

        >>> game = new_game("mini", players=2, seed=7)
        >>> _ = game.play("keep 1")
        >>> [action for action, _ in game.replay()]
        [None, Keep(tickets=(0,), seat=None)]
        """
        again = self.at_start()
        yield None, again.opening
        for code in self.log:
            yield decode(self.board, code), again.play_next(self)

    def at_start(self) -> Game:
        """Return the same game before its first action."""
        self._need_past()
        return Game(self.board, self.seed, self.names, self.entropy)

    def play_next(self, whole: Game) -> Events:
        """Play the next action of a game that starts like this one, and redeal where that game did."""
        moves = len(self.log)
        if moves in whole.redeals:
            self.redeal(whole.redeals[moves])
        return self.play(whole.log[moves])

    def save(self, path: str | Path) -> None:
        """Write the game as readable text; an existing file is replaced atomically."""
        self._need_past()
        write_text(save_text(self), Path(path))

    @classmethod
    def load(cls, path: str | Path, map: str | Path | MapFile | None = None) -> Game:  # noqa: A002 (the word for it)
        """Read and replay a saved game; raise `BrokenSave` with the line if it is damaged.

        A file describes its map unless the map is built in. Files saved by version 0.2 or older do not: pass their map.

        >>> import tempfile
        >>> game = new_game("mini", players=2, seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     game.save(f"{folder}/evening.branchline")
        ...     Game.load(f"{folder}/evening.branchline").to_bytes() == game.to_bytes()
        True
        """
        return read_save(Path(path), map).game


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


def read_save(path: Path, map: str | Path | MapFile | None = None) -> Save:  # noqa: A002 (the word for it)
    """Read and replay a saved game, on the given map or else on the one that it names or describes."""
    given = map if isinstance(map, MapFile | None) else load_map(map)
    return SaveReader(str(path), read_text(path), given).read(Game)


def parse_save(text: str, name: str = "the saved game", *, foreign_maps: bool = True) -> Save:
    """Replay a saved game from its text; without foreign maps, only on a map of the library."""
    return SaveReader(name, text, foreign_maps=foreign_maps).read(Game)


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


def checked_name(name: str) -> str:
    """Return a player's name without surrounding spaces; refuse what could not be written in a saved game."""
    trimmed = str(name).strip()
    if not 1 <= len(trimmed) <= LONGEST_NAME or "|" in trimmed or not trimmed.isprintable():
        raise GameError(f'A name has 1 to {LONGEST_NAME} letters, without "|" and control characters, not {name!r}.')
    return trimmed
