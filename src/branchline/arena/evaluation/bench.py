"""The speed of games and bots, mostly on one core in seconds of processor time, and the statistics of random play."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.jobs import Job
from branchline.arena.jobs import play as play_job
from branchline.arena.match import new_match
from branchline.arena.runners.processes import ProcessRunner
from branchline.arena.simulation import simulate
from branchline.boards.library import load_map
from branchline.bots.registry import bot
from branchline.bots.search.bot import SearchBot, SearchParameters
from branchline.engine.entry_points import legal_at, new_dice, new_list, play_at, random_games, score_at, set_up_at
from branchline.engine.game import new_game
from branchline.engine.kernel.layout import STATE, new_states, pack_board, packed
from branchline.engine.kernel.trace import new_trace
from branchline.engine.kernel.types import SEATS
from branchline.engine.rules.scoring import COLUMNS, MADE, MISSED, TOTAL, new_result

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.engine.actions import Action
    from branchline.engine.table import Legal
    from branchline.engine.views import View

    Array = np.ndarray[Any, Any]

TABLES = (("usa", 2), ("usa", 4), ("london", 2), ("london", 4), ("paris", 2), ("paris", 4), ("uk", 2), ("uk", 4))
SAMPLE, BATCH = 500, 50
"""The number of games for the means, and of games in one call while measuring."""
PYTHON_GAMES = 20
"""The minimum number of games between Python bots that each process plays."""
PLAYOUTS = 1000
"""The playouts of one search."""
FIRST_MOVE = "import branchline as bl; game = bl.new_game('usa', 2, 1); game.play(game.legal[0])"


class RandomPlay(msgspec.Struct, frozen=True):
    """Uniformly random play on one map, with final scoring."""

    map: str
    players: int
    games_per_second: float
    decisions_per_second: float
    decisions: float
    turns: float
    score: float
    tickets: float
    tickets_made: float


class Figures(msgspec.Struct, frozen=True):
    """Everything that is measured."""

    random_play: list[RandomPlay]
    stepped_decisions_per_second: float
    game_decisions_per_second: float
    """Made by a Python loop over `Game.view`, `View.legal` and `Game.play`."""
    python_bots_games_per_second: float
    """Of two bots written in Python, in two processes and seconds of real time."""
    planner_games_per_second: float
    search_playouts_per_second: float
    two_threads: float
    """Games per second of two threads, divided by those of one."""
    two_processes: float
    copy_microseconds: float
    state_bytes: int
    longest_path_worst_microseconds: float
    networks: int
    warm_start_seconds: float
    cold_start_seconds: float | None
    vector_decisions_per_second: float | None = None
    """Of the vector environment on all cores, in seconds of real time."""
    gymnasium_decisions_per_second: float | None = None
    """`None` without the extra `[rl]`."""


def measure(seconds: float, networks: int = 2000, *, cold: bool, progress: Callable[[str], None]) -> Figures:
    """Measure everything, each figure for about `seconds`; with `cold`, also the start with an empty cache."""
    played = []
    for map_name, players in TABLES:
        progress(f"random play on {map_name} with {players} players")
        played.append(random_play(load_map(map_name).board(players), seconds))
    progress("decisions from Python, bots, two cores, copies, longest paths")
    board = load_map("usa").board(2)
    return Figures(
        random_play=played,
        stepped_decisions_per_second=step_rate(board, seconds),
        game_decisions_per_second=game_rate(board, seconds),
        python_bots_games_per_second=python_bots_rate(seconds),
        planner_games_per_second=planner_rate(seconds),
        search_playouts_per_second=playout_rate(board, seconds),
        two_threads=_two_worker_speedup(board, seconds, ThreadPoolExecutor(2)),
        two_processes=_two_worker_speedup(board, seconds, ProcessPoolExecutor(2, get_context("spawn"))),
        copy_microseconds=copy_time(seconds / 4),
        state_bytes=STATE.itemsize,
        longest_path_worst_microseconds=worst_path(board, networks),
        networks=networks,
        warm_start_seconds=start(),
        cold_start_seconds=cold_start() if cold else None,
    )


class RandomGames:
    """Random games of a board, each batch with new deals."""

    def __init__(self, board: Board) -> None:
        self.packed, self.states = pack_board(board), new_states()
        self.dice, self.out, self.trace = new_dice(1), new_list(), new_trace()
        self.rng = np.random.default_rng(1)

    def play(self, games: int) -> tuple[int, Array]:
        """Play games and return their decisions and their final scores."""
        keys = self.rng.integers(0, 2**32, (games, 8), dtype=np.uint32)
        results = np.zeros((games, SEATS, COLUMNS), dtype=np.int32)
        return random_games(self.packed, self.states, keys, self.dice, self.out, self.trace, results), results

    def rate(self, seconds: float, clock: Callable[[], float]) -> tuple[float, float]:
        """Play for some seconds of a clock and return games and decisions per second."""
        games, decisions, began = 0, 0, clock()
        while (taken := clock() - began) < seconds:
            decisions += self.play(BATCH)[0]
            games += BATCH
        return games / taken, decisions / taken


def random_play(board: Board, seconds: float) -> RandomPlay:
    """Play a sample of random games for the means, then measure the rate for some seconds of processor time."""
    random = RandomGames(board)
    decisions, turns, played = 0, [], []
    for _ in range(SAMPLE):
        more, result = random.play(1)
        decisions += more
        played.append(result)
        turns.append(int(random.states[0]["turns"]))
    games_per_second, decisions_per_second = random.rate(seconds, time.process_time)
    seats = np.concatenate(played)[:, : board.players].astype(float)
    return RandomPlay(
        map=board.map_id,
        players=board.players,
        games_per_second=games_per_second,
        decisions_per_second=decisions_per_second,
        decisions=decisions / SAMPLE,
        turns=float(np.mean(turns)),
        score=float(seats[..., TOTAL].mean()),
        tickets=float((seats[..., MADE] + seats[..., MISSED]).mean()),
        tickets_made=float(seats[..., MADE].mean()),
    )


def step_rate(board: Board, seconds: float) -> float:
    """Return the decisions per second when Python lists the legal codes and plays one of them."""
    out, trace = new_list(), new_trace()
    _step_through(board, 0, out, trace)  # loads the compiled kernel
    decisions, seed, began = 0, 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        seed += 1
        decisions += _step_through(board, seed, out, trace)
    return decisions / taken


def _step_through(board: Board, seed: int, out: Array, trace: Array) -> int:
    """Play one game on the arrays of the kernel, as a fast loop in Python would, and return its decisions."""
    boards, states, decisions = packed(board), new_states(), 0
    random = Random(seed).random  # noqa: S311 (not a secret)
    states["key"][0] = np.frombuffer(seed.to_bytes(32, "little"), dtype="<u4")
    set_up_at(boards, states, 0, trace)
    while number := legal_at(boards, states, 0, out):
        play_at(boards, states, 0, out[int(random() * number)], trace)
        decisions += 1
    return decisions


# -- games and bots in Python ------------------------------------------------------------------


class NaiveBot:
    """Chooses any of the legal actions, all of which it looks at."""

    def start(self, seed: int) -> None:
        """Begin a game."""
        self.random = Random(seed)  # noqa: S311

    def choose(self, view: View, legal: Legal, clock: object) -> Action:  # noqa: ARG002
        """Choose a legal action."""
        return self.random.choice(list(legal))


def game_rate(board: Board, seconds: float) -> float:
    """Return the decisions per second of whole games between naive bots, with `Game` and its views."""
    naive = NaiveBot()
    decisions, seed, began = 0, 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        seed += 1
        game = new_game(board, seed=seed)
        naive.start(seed)
        while not game.over:
            view = game.view(game.turn)
            game.play(naive.choose(view, view.legal, None))
        decisions += len(game.log)
    return decisions / taken


def python_bots_rate(seconds: float) -> float:
    """Return the games per second that `branchline simulate` plays between naive bots, on two cores."""
    match = new_match("usa", [f"{__file__}:{NaiveBot.__name__}"] * 2, seed=1)
    games = 2 * PYTHON_GAMES
    while (results := simulate(match, games, ProcessRunner(2))).seconds < seconds:
        games *= 2
    return games / results.seconds


def planner_rate(seconds: float) -> float:
    """Return the games per second between two planners."""
    match, games = new_match("usa", ["planner", "planner"], seed=1), 0
    play_job(Job(match, 0, 0, 2))  # loads the compiled planner
    began = time.process_time()
    while (taken := time.process_time() - began) < seconds:
        play_job(Job(match, 0, games, games + BATCH))
        games += BATCH
    return games / taken


def playout_rate(board: Board, seconds: float) -> float:
    """Return the playouts per second of the search, from every turn of whole games between planners.

    Playouts are shorter towards the end of a game, so that a part of one would give another figure.
    """
    searcher, planner = SearchBot(SearchParameters(playouts=PLAYOUTS, seed=1)), bot("planner")
    game = new_game(board, seed=1)
    searcher.choose(game.view(game.turn))  # loads the compiled search
    playouts, taken = 0, 0.0
    while taken < seconds or not game.over:
        game = new_game(board, seed=1) if game.over else game
        view = game.view(game.turn)
        if game.phase == "turn":
            searcher.start(1)
            began = time.process_time()
            playouts += searcher.analyze(view).playouts
            taken += time.process_time() - began
        game.play(planner.choose(view))
    return playouts / taken


def copy_time(seconds: float) -> float:
    """Return the microseconds that it takes to copy a state into another one, as bytes."""
    state, other = (new_states().view(np.uint8).data for _ in range(2))
    copies, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        for _ in range(1000):
            other[:] = state
        copies += 1000
    return taken / copies * 1e6


# -- two cores ---------------------------------------------------------------------------------


def _games_per_second(board: Board, seconds: float) -> float:
    """Return the random games per second of real time, once the kernel is loaded."""
    random = RandomGames(board)
    random.play(1)
    return random.rate(seconds, time.perf_counter)[0]


def _two_worker_speedup(board: Board, seconds: float, pool: Executor) -> float:
    """Return the games of two workers divided by those of one worker alone; the best of three rounds."""
    with pool:
        both = [pool.submit(_games_per_second, board, 0.01) for _ in range(2)]  # both start, and load the kernel
        wait(both)
        ratios = []
        for _ in range(3):
            alone = pool.submit(_games_per_second, board, seconds / 2).result()
            both = [pool.submit(_games_per_second, board, seconds / 2) for _ in range(2)]
            ratios.append(sum(rate.result() for rate in both) / alone)
    return max(ratios)


# -- longest paths and the start ---------------------------------------------------------------


def network(board: Board, random: Random) -> list[int]:
    """Return a connected network of all pieces, mostly of short routes: the more routes, the harder the search."""
    pieces, routes = board.spec.players.pieces, [random.choice(board.routes)]
    while True:
        used = {route.index for route in routes} | {route.twin for route in routes}
        left = pieces - sum(route.length for route in routes)
        cities = {end for route in routes for end in (route.a, route.b)}
        near = [
            route
            for route in board.routes
            if route.index not in used and route.length <= left and cities & {route.a, route.b}
        ]
        if not near:
            return [route.index for route in routes]
        routes.append(min(random.sample(near, min(3, len(near))), key=lambda route: route.length))


def worst_path(board: Board, networks: int) -> float:
    """Return the microseconds to score the slowest of many networks, each measured as the best of five."""
    packed, states, result, random = pack_board(board), new_states(), new_result(), Random(1)  # noqa: S311
    worst = 0.0
    for _ in range(networks):
        whole = sum(1 << route for route in network(board, random))
        states[0]["routes"][0] = [whole & (2**64 - 1), whole >> 64]
        worst = max(worst, min(_timed(score_at, packed, states, 0, result) for _ in range(5)))
    return worst * 1e6


def _timed(function: Callable[..., object], *arguments: object) -> float:
    began = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - began


def start(cache: str | None = None) -> float:
    """Return the seconds from the start of Python to the first move, with the compiled kernel in the cache."""
    environment = {**os.environ, **({"BRANCHLINE_CACHE": cache} if cache else {})}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_MOVE], env=environment, check=True)  # noqa: S603
    return time.perf_counter() - began


def cold_start() -> float:
    """Return the seconds to the first move when nothing is compiled yet."""
    with tempfile.TemporaryDirectory() as cache:
        return start(cache)
