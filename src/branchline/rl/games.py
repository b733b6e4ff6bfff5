"""Many games of one board in arrays: what every environment here is built on."""

from __future__ import annotations

import secrets
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.boards.board import Board
from branchline.boards.library import MapFile, load_map
from branchline.engine.chance import seed_key
from branchline.engine.compilation import CompiledPart
from branchline.engine.game import see
from branchline.engine.layout import STATE, Records, new_states
from branchline.engine.table import Table
from branchline.rl.errors import RlError, WrongActionError, is_whole
from branchline.rl.kernel import step as k
from branchline.rl.kernel.progress import MEMO
from branchline.rl.observation import OBSERVATION, Array, plan_of
from branchline.rl.rewards import reward_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.engine.views import View

MOST_GAMES = 1 << 20
ENVIRONMENTS = CompiledPart("environments", "the environments", seconds=60, module=k.__name__)


def board_of(
    map: str | Path | MapFile | Board,  # noqa: A002 (the word for it)
    players: int | None = None,
    options: Iterable[str] = (),
) -> Board:
    """Return the board of a map's name, file or board, for a number of players."""
    if isinstance(map, Board):
        return map
    return map_of(map).board(checked_players(players), [options] if isinstance(options, str) else options)


def checked_players(players: int | None) -> int | None:
    """Return a number of players, or refuse what is none."""
    if players is None or is_whole(players):
        return None if players is None else int(players)
    raise RlError(f"The number of players is a whole number, not {players!r}.")


def map_of(map: str | Path | MapFile) -> MapFile:  # noqa: A002
    """Return a map by its name, the path of its file, or itself."""
    if isinstance(map, MapFile):
        return map
    if not isinstance(map, str | Path):
        raise RlError(f'A map is its name, as in "usa", or the path of its file, not {map!r}.')
    return load_map(map)


def key_of(seed: int | None) -> bytes:
    """Return the key that a seed stands for; without one, from the system's random source."""
    if seed is None:
        return secrets.token_bytes(32)
    if not is_whole(seed) or seed < 0:
        raise RlError(f"A seed is a whole number of 0 or more, not {seed!r}.")
    return seed_key(int(seed))


def dice_of(rng: np.random.Generator, games: int) -> Array:
    """Return dice for the random player of each game, so that what it rolls does not depend on who steps it."""
    return rng.integers(1, 1 << 64, (games, 1), dtype=np.uint64)


class Games:
    """Games of one board, each with its mask, observation and rewards; one call steps some of them."""

    def __init__(self, board: Board, number: int = 1, reward: str = "margin", *, auto_reset: bool = False) -> None:
        if not is_whole(number) or not 1 <= number <= MOST_GAMES:
            raise RlError(f"The number of games is 1 to {MOST_GAMES}, not {number!r}.")
        self.plan = plan_of(board)
        self.board = board
        self.number = number
        self.states: Records = new_states(number)
        self.heads = np.zeros((number, k.HEADS), dtype=np.int64)
        # Rows of whole words, so that a mask can be searched eight actions at a time.
        self.mask_words = np.zeros((number, -(-self.plan.actions.n // 8)), dtype=np.uint64)
        self._mask_rows = self.mask_words.view(np.int8)
        self.masks = self._mask_rows[:, : self.plan.actions.n]
        self.memos = np.zeros((number, board.players, MEMO), dtype=np.uint64)
        self.observations = np.zeros((number, self.plan.layout.size), dtype=OBSERVATION)
        self.rewards = np.zeros((number, board.players), dtype=np.float64)
        self._how = np.zeros((3, k.HOW), dtype=np.int64)
        self._how[:, k.TASK] = range(3)
        self._how[:, k.REWARD] = reward_number(reward)
        self._how[:, k.AUTO_RESET] = auto_reset
        self.base = np.zeros(8, dtype=np.uint32)
        self.scratch = k.new_scratch()
        self._all = np.zeros(number, dtype=np.int64)

    def seed(self, key: bytes) -> None:
        """Begin the row of games that a key stands for."""
        self.base[:] = np.frombuffer(key, dtype="<u4")
        self.heads[:, k.EPISODE] = 0

    def deal(
        self, first: int = 0, last: int | None = None, scratch: Array | None = None, which: Array | None = None
    ) -> None:
        """Set up the next game at each of these places, less those that `which` tells to wait."""
        where = self._all if which is None else which
        ENVIRONMENTS.compile_once(lambda: self._run(self._how[k.DEAL], where, first, last, scratch))

    def step(self, actions: Array, first: int = 0, last: int | None = None, scratch: Array | None = None) -> None:
        """Play one action at each of these places; they must be legal."""
        self._run(self._how[k.STEP], actions, first, last, scratch)

    def look_again(self) -> None:
        """Bring masks and observations up to date after states were set from outside."""
        self._run(self._how[k.ONLY_LOOK], self._all, 0, None, None)

    def _run(self, how: Array, actions: Array, first: int, last: int | None, scratch: Array | None) -> None:
        k.run_games(
            self.plan.packed, self.states, self.plan.numbers, how, self.base, actions, self.heads,
            self._mask_rows, self.memos, self.observations, self.rewards,
            self.scratch if scratch is None else scratch, first, self.number if last is None else last,
        )  # fmt: skip

    @cached_property
    def opening_mask(self) -> Array:
        """The mask of the first decision, which is the same in every game of a board."""
        other = Games(self.board)
        other.deal()
        mask: Array = other.masks[0].copy()
        return mask

    def observe(self, index: int, seat: int) -> Array:
        """Return what any seat of a game observes now."""
        out = np.zeros(self.plan.layout.size, dtype=OBSERVATION)
        k.observe_at(self.plan.packed, self.states, index, seat, self.plan.numbers, self.memos, out)
        return out

    def code(self, index: int, action: int) -> int:
        """Return the engine's code of an action's number in a game, 0 where it cannot be."""
        return int(k.code_at(self.plan.packed, self.states, index, self.plan.numbers, action))

    def number_of(self, index: int, code: int) -> int:
        """Return the number of a legal action's code in a game."""
        return int(k.number_at(self.plan.packed, self.states, index, self.plan.numbers, code))

    def table(self, index: int = 0) -> Table:
        """Return a game as a table to read."""
        return Table(self.board, self.states[index : index + 1])

    def view(self, seat: int, index: int = 0) -> View:
        """Return what a seat of a game may know."""
        return see(self.board, self.states[index : index + 1], seat)

    def chance_used(self, index: int = 0) -> tuple[int, int]:
        """Return the position of a game in its stream of chance."""
        state = self.states[index]
        return int(state.counter), int(state.block_left)

    def renew_chance(self, key: bytes, index: int = 0) -> None:
        """Let all further chance of a game come from another key."""
        state = self.states[index]
        state.key[:] = np.frombuffer(key, dtype="<u4")
        state.counter = 0
        state.block_left = 0

    def state_bytes(self, index: int = 0) -> bytes:
        """Return a game's whole state."""
        return self.states[index : index + 1].tobytes()

    def set_state_bytes(self, data: bytes, index: int = 0) -> None:
        """Put a game where `state_bytes` found it."""
        if len(data) != STATE.itemsize:
            raise RlError(f"A state has {STATE.itemsize} bytes, not {len(data)}: it was made by another version.")
        self.states.view(np.uint8).reshape(self.number, -1)[index] = np.frombuffer(data, dtype=np.uint8)

    # -- errors --------------------------------------------------------------------------------

    def refuse(self, index: int, action: Any) -> WrongActionError:
        """Return the error for an action that is not legal: it names the action and says why."""
        place = f"Game {index}: action" if self.number > 1 else "Action"
        if not 0 <= int(action) < self.plan.actions.n:
            return WrongActionError(f"{place} {action} does not exist: actions are 0 to {self.plan.actions.n - 1}.")
        text = self.plan.actions.text(int(action))
        return WrongActionError(
            f'{place} {action}, "{text}", is not legal now: {self._why_not(index, int(action))} '
            "Choose one where the action mask is 1."
        )

    def _why_not(self, index: int, action: int) -> str:
        code = self.code(index, action)
        if code <= 0:
            return "The price is another one now."
        refusal = self.table(index).why_not(code)
        return refusal.sentence if refusal else "The same payment has another number here."
