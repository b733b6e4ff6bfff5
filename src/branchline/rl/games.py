"""Many games of one board in arrays: what every environment here is built on."""

from __future__ import annotations

import secrets
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from branchline.boards.board import Board
from branchline.boards.library import MapFile, load_map
from branchline.engine.game import see
from branchline.engine.kernel.chance import seed_key
from branchline.engine.kernel.compilation import CompiledPart
from branchline.engine.kernel.layout import STATE, Records, new_states
from branchline.engine.rules.ticket_distances import TICKET_DISTANCES
from branchline.engine.table import Table
from branchline.names import UnknownNameError
from branchline.rl.encoding.board_encoding import encoding_of
from branchline.rl.encoding.observation import OBSERVATION
from branchline.rl.errors import RlError, WrongActionError, is_integer
from branchline.rl.kernel import offsets
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.engine.views import View
    from branchline.rl.encoding.observation import Array

MOST_GAMES = 1 << 20
ENVIRONMENTS = CompiledPart("environments", "the environments", seconds=60, module=k.__name__)
REWARDS = {"margin": offsets.MARGIN, "win": offsets.WIN, "points": offsets.POINTS}
"""`margin`: at the end, own score minus the best other score. `win`: at the end, 1 for the winner, which the others
pay in equal parts. `points`: points as they are scored; tickets and bonuses at the end."""


def board_of(
    map: str | Path | MapFile | Board,  # noqa: A002 (the word for it)
    players: int | None = None,
    options: Iterable[str] = (),
) -> Board:
    """Return the board of a map, given by its name, its file or a board, for a number of players."""
    if isinstance(map, Board):
        return map
    return map_of(map).board(checked_players(players), [options] if isinstance(options, str) else options)


def checked_players(players: int | None) -> int | None:
    """Return a number of players, or raise an error if it is not an integer."""
    if players is None or is_integer(players):
        return None if players is None else int(players)
    raise RlError(f"The number of players is an integer, not {players!r}.")


def map_of(map: str | Path | MapFile) -> MapFile:  # noqa: A002
    """Return a map, given by its name, the path of its file, or itself."""
    if isinstance(map, MapFile):
        return map
    if not isinstance(map, str | Path):
        raise RlError(f'A map is a name, such as "usa", or the path of a file, not {map!r}.')
    return load_map(map)


def reward_number(name: str) -> int:
    """Return the number of a reward in the compiled code, or raise an error that lists the known ones."""
    if name not in REWARDS:
        raise UnknownNameError("reward", str(name), REWARDS)
    return REWARDS[name]


def key_of(seed: int | None) -> bytes:
    """Return the key of a seed; without a seed, one from the system's random source."""
    if seed is None:
        return secrets.token_bytes(32)
    if not is_integer(seed) or seed < 0:
        raise RlError(f"A seed is a non-negative integer, not {seed!r}.")
    return seed_key(int(seed))


def random_dice(rng: np.random.Generator, games: int) -> Array:
    """Return dice for the random choices of each game, so that they do not depend on the thread that steps it."""
    return rng.integers(1, 1 << 64, (games, 1), dtype=np.uint64)


class Games:
    """Games of one board, each with its mask, observation and rewards; one call steps many of them."""

    def __init__(self, board: Board, number: int = 1, reward: str = "margin", *, auto_reset: bool = False) -> None:
        if not is_integer(number) or not 1 <= number <= MOST_GAMES:
            raise RlError(f"The number of games is 1 to {MOST_GAMES}, not {number!r}.")
        self.encoding = encoding_of(board)
        self.board = board
        self.number = number
        self.states: Records = new_states(number)
        self.status = np.zeros((number, k.STATUS_SIZE), dtype=np.int64)
        # Rows of whole words, so that a mask can be searched eight actions at a time.
        self.mask_words = np.zeros((number, -(-self.encoding.actions.n // 8)), dtype=np.uint64)
        self._mask_rows = self.mask_words.view(np.int8)
        self.masks = self._mask_rows[:, : self.encoding.actions.n]
        self.distances = np.zeros((number, board.players), dtype=TICKET_DISTANCES)
        self.observations = np.zeros((number, self.encoding.layout.size), dtype=OBSERVATION)
        self.rewards = np.zeros((number, board.players), dtype=np.float64)
        self._settings = np.zeros((3, k.SETTINGS_SIZE), dtype=np.int64)
        self._settings[:, k.TASK] = range(3)
        self._settings[:, k.REWARD] = reward_number(reward)
        self._settings[:, k.AUTO_RESET] = auto_reset
        self.base_key = np.zeros(8, dtype=np.uint32)
        self.scratch = k.new_scratch()
        self._all = np.zeros(number, dtype=np.int64)

    def seed(self, key: bytes) -> None:
        """Start the sequence of games of a key."""
        self.base_key[:] = np.frombuffer(key, dtype="<u4")
        self.status[:, k.EPISODE] = 0

    def deal(
        self, first: int = 0, last: int | None = None, scratch: Records | None = None, which: Array | None = None
    ) -> None:
        """Deal the next game in each of these rows, except where `which` is `WAIT`."""
        rows = self._all if which is None else which
        ENVIRONMENTS.compile_once(lambda: self._run(k.DEAL, rows, first, last, scratch))

    def step(self, actions: Array, first: int = 0, last: int | None = None, scratch: Records | None = None) -> None:
        """Play one action in each of these rows; all of them must be legal."""
        self._run(k.STEP, actions, first, last, scratch)

    def refresh(self) -> None:
        """Update masks and observations after states were set from outside."""
        self._run(k.REFRESH, self._all, 0, None, None)

    def _run(self, task: int, actions: Array, first: int, last: int | None, scratch: Records | None) -> None:
        k.run_games(
            self.encoding.packed, self.states, self.encoding.lookup, self._settings[task], self.base_key, actions,
            self.status, self._mask_rows, self.distances, self.observations, self.rewards,
            self.scratch if scratch is None else scratch, first, self.number if last is None else last,
        )  # fmt: skip

    @cached_property
    def opening_mask(self) -> Array:
        """The mask of the first decision, which is the same in every game of a board."""
        other = Games(self.board)
        other.deal()
        mask: Array = other.masks[0].copy()
        return mask

    def to_decide(self, index: int = 0) -> int:
        """Return the seat that decides in a game, -1 once it is over."""
        return self.status.item(index, k.TO_DECIDE)

    def observe(self, index: int, seat: int) -> Array:
        """Return the current observation of any seat of a game."""
        out = np.zeros(self.encoding.layout.size, dtype=OBSERVATION)
        packed, lookup = self.encoding.packed, self.encoding.lookup
        k.observe_at(packed, self.states, index, seat, lookup, self.distances, self.scratch, out)
        return out

    def code(self, index: int, action: int) -> int:
        """Return the engine's code of an action number in a game, 0 if there is none at the current price."""
        return int(k.code_at(self.encoding.packed, self.states, index, self.encoding.lookup, action))

    def number_of(self, index: int, code: int) -> int:
        """Return the number of a legal action's code in a game."""
        return int(k.number_at(self.encoding.packed, self.states, index, self.encoding.lookup, code))

    def table(self, index: int = 0) -> Table:
        """Return a game as a table that answers questions about it."""
        return Table(self.board, self.states[index : index + 1])

    def view(self, seat: int, index: int = 0) -> View:
        """Return what a seat of a game may know."""
        return see(self.board, self.states[index : index + 1], seat)

    def state_bytes(self, index: int = 0) -> bytes:
        """Return the whole state of a game."""
        return self.states[index : index + 1].tobytes()

    def set_state_bytes(self, data: bytes, index: int = 0) -> None:
        """Restore a state that `state_bytes` returned."""
        if len(data) != STATE.itemsize:
            raise RlError(f"A state has {STATE.itemsize} bytes, not {len(data)}: it is from another version.")
        self.states.view(np.uint8).reshape(self.number, -1)[index] = np.frombuffer(data, dtype=np.uint8)

    # -- errors --------------------------------------------------------------------------------

    def refuse(self, index: int, action: int) -> WrongActionError:
        """Return the error for an action that is not legal: it names the action and gives the reason."""
        subject = f"Game {index}: action" if self.number > 1 else "Action"
        actions = self.encoding.actions
        if not 0 <= action < actions.n:
            return WrongActionError(f"{subject} {action} does not exist: actions are 0 to {actions.n - 1}.")
        return WrongActionError(
            f'{subject} {action}, "{actions.text(action)}", is not legal now: {self._why_not(index, action)} '
            "Choose one where the action mask is 1."
        )

    def _why_not(self, index: int, action: int) -> str:
        code = self.code(index, action)
        if code <= 0:
            return "The route has a different price now."
        refusal = self.table(index).why_not(code)
        return refusal.sentence if refusal else "The same payment has a different number now."
