"""Thousands of games in one array, stepped together on all cores, without Python code per game."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from branchline.rl.errors import NotRunningError, RlError, WrongActionError, is_integer
from branchline.rl.games import Games, board_of, key_of, random_dice
from branchline.rl.kernel import step as k
from branchline.rl.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import ArrayLike

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.encoding.observation import Array

GAMES_PER_THREAD = 64
"""With fewer games for each core, one thread is faster."""


class Batch:
    """Games in arrays and the threads that step them; the kernel releases the GIL."""

    def __init__(self, board: Board, number: int, reward: str, *, auto_reset: bool, threads: int | None) -> None:
        self.games = Games(board, number, reward, auto_reset=auto_reset)
        self.workers = _workers(number, threads)
        self.scratches = [k.new_scratch() for _ in range(self.workers)]
        self._bounds = np.linspace(0, number, self.workers + 1).astype(int).tolist()
        self._pool = ThreadPoolExecutor(self.workers, "branchline-rl") if self.workers > 1 else None
        # A number of threads that was asked for is used always.
        self._step_pace = Pace() if threads is None else None
        self._sample_pace = Pace() if threads is None else None
        self._running = False

    def deal_all(self, key: bytes) -> None:
        """Deal the first game of a key in every row."""
        self.games.seed(key)
        self.on_all_cores(lambda first, last, worker: self.games.deal(first, last, self.scratches[worker]))
        self._running = True

    def deal_some(self, which: Array) -> None:
        """Deal the next game where `which` is true."""
        self.games.deal(which=np.where(which, 0, k.WAIT))

    def step_all(self, actions: Array) -> Array:
        """Step every game and return the rewards, one column per seat."""
        self.on_all_cores(
            lambda first, last, worker: self.games.step(actions, first, last, self.scratches[worker]), self._step_pace
        )
        return self.games.rewards

    def on_all_cores(self, work: Callable[[int, int, int], None], pace: Pace | None = None) -> None:
        """Call `work(first, last, worker)` on every worker, or on one if its pace says that this is faster."""
        if self._pool is None:
            work(0, self.games.number, 0)
        elif pace is None:
            self._on_all_workers(work, self._pool)
        else:
            with pace.measured() as all_threads:
                if all_threads:
                    self._on_all_workers(work, self._pool)
                else:
                    work(0, self.games.number, 0)

    def _on_all_workers(self, work: Callable[[int, int, int], None], pool: ThreadPoolExecutor) -> None:
        """Let every worker do its own range of games."""
        bounds = self._bounds
        jobs = [pool.submit(work, bounds[worker], bounds[worker + 1], worker) for worker in range(1, self.workers)]
        work(bounds[0], bounds[1], 0)
        for job in jobs:
            job.result()

    def sample(self, dice: Array) -> Array:
        """Return a random legal action for every game, drawn with the game's own dice."""
        out = np.empty(self.games.number, dtype=np.int64)
        words, status = self.games.mask_words, self.games.status
        self.on_all_cores(
            lambda first, last, _: k.sample_games(words, status, dice, out, first, last), self._sample_pace
        )
        return out

    def need_reset(self) -> None:
        """Raise an error if no game has been dealt yet."""
        if not self._running:
            raise NotRunningError("The games are not dealt yet: call reset() first.")

    def checked(self, actions: ArrayLike) -> Array:
        """Return the actions as an array; an illegal one raises an error before anything is played."""
        self.need_reset()
        number, given = self.games.number, as_array(actions)
        if given.shape != (number,) or given.dtype.kind not in "iu":
            raise WrongActionError(
                f"Actions are {number} integers, one per game, not an array of shape {given.shape} and {given.dtype}."
            )
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        illegal = int(k.first_illegal(self.games.masks, self.games.encoding.actions.n, chosen))
        if illegal >= 0:
            raise self.games.refuse(illegal, int(chosen[illegal]))
        return chosen

    def close(self) -> None:
        """Stop the worker threads; after another reset, one thread does all the work."""
        self._running = False
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class VectorEnv:
    """Many games at once; each waits for the action of the seat `to_decide`.

    All arrays are overwritten by the next step: copy what you keep. When a game ends, its row has the final `rewards`
    and `done`, and its observation and mask are already those of the next game.

    >>> env = VectorEnv("london", n=3, players=2)
    >>> observations, masks = env.reset(seed=7)
    >>> observations.shape == (3, env.layout.size), masks.shape == (3, env.actions.n)
    (True, True)
    >>> observations, rewards, done, masks = env.step(env.sample())
    >>> rewards.shape, done.tolist(), env.to_decide.tolist()
    ((3, 2), [False, False, False], [1, 1, 1])
    """

    def __init__(
        self,
        map: str | Path | MapFile | Board,  # noqa: A002 (the word for it)
        n: int,
        players: int | None = None,
        options: Iterable[str] = (),
        *,
        reward: str = "margin",
        threads: int | None = None,
    ) -> None:
        self.batch = Batch(board_of(map, players, options), n, reward, auto_reset=True, threads=threads)
        self.games, self.n = self.batch.games, n
        encoding = self.games.encoding
        self.board, self.layout, self.actions = encoding.board, encoding.layout, encoding.actions
        self._dice = random_dice(np.random.default_rng(0), n)

    # -- the results of the last call ----------------------------------------------------------

    @property
    def observations(self) -> Array:
        """The observation of the seat to decide, in each game."""
        return self.games.observations

    @property
    def masks(self) -> Array:
        """The legal actions of each game: 1 or 0."""
        return self.games.masks

    @property
    def to_decide(self) -> Array:
        """The seat that decides next, in each game."""
        return self.games.status[:, k.TO_DECIDE]

    @property
    def steps(self) -> Array:
        """The number of steps of each game so far."""
        return self.games.status[:, k.STEPS]

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Deal every game and return observations and masks; equal seeds deal equal games."""
        key = key_of(seed)
        self._dice = random_dice(np.random.default_rng(int.from_bytes(key, "little")), self.n)
        self.batch.deal_all(key)
        return self.observations, self.masks

    def step(self, actions: ArrayLike) -> tuple[Array, Array, Array, Array]:
        """Play an action in every game; return observations, rewards (one column per seat), done and masks."""
        rewards = self.batch.step_all(self.batch.checked(actions))
        return self.observations, rewards, self.games.status[:, k.DONE] == 1, self.masks

    def sample(self) -> Array:
        """Return a random legal action for every game, each equally likely."""
        self.batch.need_reset()
        return self.batch.sample(self._dice)

    def close(self) -> None:
        """Stop the worker threads."""
        self.batch.close()


def as_array(actions: ArrayLike) -> Array:
    """Return actions as an array, or raise an error if they cannot be one."""
    try:
        return np.asarray(actions)
    except ValueError:
        raise WrongActionError(f"Actions are integers, one per game, not {actions!r}.") from None


def _workers(games: int, threads: int | None) -> int:
    if threads is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return max(1, min(cores, games // GAMES_PER_THREAD))
    if not is_integer(threads) or threads < 1:
        raise RlError(f"The number of threads is at least 1, not {threads!r}.")
    return min(threads, games)
