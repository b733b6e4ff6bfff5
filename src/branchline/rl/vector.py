"""Thousands of games in one array, stepped together on all cores: no Python for any one of them."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.rl.errors import NotRunningError, RlError, WrongActionError, is_whole
from branchline.rl.games import Games, board_of, dice_of, key_of
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from branchline.boards.board import Board
    from branchline.boards.library import MapFile
    from branchline.rl.observation import Array

WORTH_A_THREAD = 64
"""Fewer games than this for each core are stepped sooner by one."""


class Batch:
    """Games in arrays and the threads that step them; the kernel lets go of Python's lock."""

    def __init__(self, board: Board, number: int, reward: str, *, auto_reset: bool, threads: int | None) -> None:
        self.games = Games(board, number, reward, auto_reset=auto_reset)
        self.workers = _workers(number, threads)
        self.scratches = [k.new_scratch() for _ in range(self.workers)]
        self._bounds = np.linspace(0, number, self.workers + 1).astype(int).tolist()
        self._pool = ThreadPoolExecutor(self.workers, "branchline-rl") if self.workers > 1 else None
        self._running = False

    def deal_all(self, key: bytes) -> None:
        """Deal every game anew from a key."""
        self.games.seed(key)
        self.on_all_cores(lambda first, last, worker: self.games.deal(first, last, self.scratches[worker]))
        self._running = True

    def deal_some(self, which: Array) -> None:
        """Deal the next game where `which` is true."""
        chosen = np.where(which, 0, k.WAIT)
        self.games.deal(which=chosen)

    def step_all(self, actions: Array) -> Array:
        """Step every game and return the rewards, game by seat."""
        self.on_all_cores(lambda first, last, worker: self.games.step(actions, first, last, self.scratches[worker]))
        return self.games.rewards

    def on_all_cores(self, work: Callable[[int, int, int], None]) -> None:
        """Do work on all games, each worker on its own part of them."""
        if self._pool is None:
            work(0, self.games.number, 0)
            return
        bounds = self._bounds
        jobs = [
            self._pool.submit(work, bounds[worker], bounds[worker + 1], worker) for worker in range(1, self.workers)
        ]
        work(bounds[0], bounds[1], 0)
        for job in jobs:
            job.result()

    def sample(self, dice: Array) -> Array:
        """Return a random legal action for every game, drawn by the game's own dice."""
        out = np.empty(self.games.number, dtype=np.int64)
        words, heads = self.games.mask_words, self.games.heads
        self.on_all_cores(lambda first, last, _: k.sample_games(words, heads, dice, out, first, last))
        return out

    def need_reset(self) -> None:
        """Refuse to go on before the games are dealt."""
        if not self._running:
            raise NotRunningError("The games are not dealt yet: call reset() first.")

    def checked(self, actions: Any) -> Array:
        """Return the actions as an array; what is not legal is refused before anything is played."""
        self.need_reset()
        number, given = self.games.number, as_array(actions)
        if given.shape != (number,) or given.dtype.kind not in "iu":
            raise WrongActionError(
                f"Actions are {number} whole numbers, one a game, not an array of shape {given.shape}, {given.dtype}."
            )
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        wrong = int(k.first_wrong(self.games.masks, self.games.plan.actions.n, chosen))
        if wrong >= 0:
            raise self.games.refuse(wrong, int(chosen[wrong]))
        return chosen

    def close(self) -> None:
        """Let the worker threads go; a new reset works, on one core."""
        self._running = False
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class VectorEnv:
    """Many games at once; each waits for the action of the seat `to_decide`.

    All arrays are overwritten by the next step: copy what you keep. A game that ends gives its last `rewards` and
    `done`, and its row already shows the next game.

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
        self.board, self.layout, self.actions = self.games.board, self.games.plan.layout, self.games.plan.actions
        self._dice = dice_of(np.random.default_rng(0), n)

    # -- what the last call left ---------------------------------------------------------------

    @property
    def observations(self) -> Array:
        """What the seat to decide of each game observes."""
        return self.games.observations

    @property
    def masks(self) -> Array:
        """Which actions are legal in each game: 1 or 0."""
        return self.games.masks

    @property
    def to_decide(self) -> Array:
        """The seat that decides next, in each game."""
        return self.games.heads[:, k.TO_DECIDE]

    @property
    def steps(self) -> Array:
        """How many steps each game has had."""
        return self.games.heads[:, k.STEPS]

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Deal every game anew and return observations and masks; equal seeds deal equal games."""
        key = key_of(seed)
        self._dice = dice_of(np.random.default_rng(int.from_bytes(key, "little")), self.n)
        self.batch.deal_all(key)
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array]:
        """Play an action in every game; return observations, rewards (game by seat), done and masks."""
        rewards = self.batch.step_all(self.batch.checked(actions))
        return self.observations, rewards, self.games.heads[:, k.DONE] == 1, self.masks

    def sample(self) -> Array:
        """Return a random legal action for every game, each equally likely."""
        self.batch.need_reset()
        return self.batch.sample(self._dice)

    def close(self) -> None:
        """Let the worker threads go."""
        self.batch.close()


def as_array(actions: Any) -> Array:
    """Return what was given as actions as an array, or refuse what cannot be one."""
    try:
        return np.asarray(actions)
    except ValueError:
        raise WrongActionError(f"Actions are whole numbers, one a game, not {actions!r}.") from None


def _workers(games: int, threads: int | None) -> int:
    if threads is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return max(1, min(cores, games // WORTH_A_THREAD))
    if not is_whole(threads) or threads < 1:
        raise RlError(f"The number of threads is 1 or more, not {threads!r}.")
    return min(threads, games)
