"""How fast the kernel is on one core, in seconds of that core, and what random play comes to on each map."""

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

from branchline.boards.library import load_map
from branchline.engine.entry_points import legal_at, new_dice, new_list, play_at, random_games, score_at
from branchline.engine.game import Game
from branchline.engine.layout import SEATS, STATE, new_states, pack_board
from branchline.engine.rules.scoring import COLUMNS, MADE, MISSED, TOTAL, new_result
from branchline.engine.trace import new_trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board

TABLES = (("usa", 2), ("usa", 4), ("london", 2), ("london", 4), ("paris", 2), ("paris", 4), ("uk", 2), ("uk", 4))
SAMPLE, BATCH = 500, 50
"""Games that the means are taken of, and games in one call while measuring."""
FIRST_MOVE = "import branchline as bl; game = bl.new_game('usa', 2, 1); game.play(game.legal[0])"


class RandomPlay(msgspec.Struct, frozen=True):
    """Uniformly random legal play to the end on one map, with final scoring."""

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
    """All that is measured."""

    random_play: list[RandomPlay]
    stepped_decisions_per_second: float
    two_threads: float
    """Games a second of two threads at once, over those of one."""
    two_processes: float
    copy_microseconds: float
    state_bytes: int
    longest_path_worst_microseconds: float
    networks: int
    warm_start_seconds: float
    cold_start_seconds: float | None


def measure(seconds: float, networks: int = 2000, *, cold: bool, told: Callable[[str], None]) -> Figures:
    """Measure everything, each for about so many seconds; the start from an empty cache only where asked for."""
    played = []
    for map_name, players in TABLES:
        told(f"random play on {map_name} with {players}")
        played.append(random_play(load_map(map_name).board(players), seconds))
    told("one decision at a time from Python, two cores, copies, longest paths")
    board = load_map("usa").board(2)
    return Figures(
        random_play=played,
        stepped_decisions_per_second=stepped(board, seconds),
        two_threads=_together(board, seconds, ThreadPoolExecutor(2)),
        two_processes=_together(board, seconds, ProcessPoolExecutor(2, get_context("spawn"))),
        copy_microseconds=copying(seconds / 4),
        state_bytes=STATE.itemsize,
        longest_path_worst_microseconds=worst_path(board, networks),
        networks=networks,
        warm_start_seconds=start(),
        cold_start_seconds=cold_start() if cold else None,
    )


def random_play(board: Board, seconds: float) -> RandomPlay:
    """Play random games for some seconds of the core, then some more for what they come to."""
    packed, states, dice, out, trace = pack_board(board), new_states(), new_dice(1), new_list(), new_trace()
    keys = np.random.default_rng(1).integers(0, 2**32, (SAMPLE, 8), dtype=np.uint32)
    results = np.zeros((SAMPLE, SEATS, COLUMNS), dtype=np.int32)
    decisions, turns = 0, []
    for game in range(SAMPLE):
        one = slice(game, game + 1)
        decisions += random_games(packed, states, keys[one], dice, out, trace, results[one])
        turns.append(int(states[0]["turns"]))
    games, more, began = 0, 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        more += random_games(packed, states, keys[:BATCH], dice, out, trace, results[:BATCH].copy())
        games += BATCH
        keys += np.uint32(1)
    seats = results[:, : board.players].astype(float)
    return RandomPlay(
        map=board.map_id,
        players=board.players,
        games_per_second=games / taken,
        decisions_per_second=more / taken,
        decisions=decisions / SAMPLE,
        turns=float(np.mean(turns)),
        score=float(seats[..., TOTAL].mean()),
        tickets=float((seats[..., MADE] + seats[..., MISSED]).mean()),
        tickets_made=float(seats[..., MADE].mean()),
    )


def stepped(board: Board, seconds: float) -> float:
    """Count the decisions a second when Python lists the legal codes and plays one of them."""
    out, trace = new_list(), new_trace()
    _step_through(board, 0, out, trace)  # loads the compiled kernel
    decisions, seed, began = 0, 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        seed += 1
        decisions += _step_through(board, seed, out, trace)
    return decisions / taken


def _step_through(board: Board, seed: int, out: Any, trace: Any) -> int:  # noqa: ANN401 (arrays to write into)
    """Play one game below the façade, as a bot in a loop would, and return its decisions."""
    game, decisions, dice = Game(board, seed.to_bytes(32, "little")), 0, Random(seed).random  # noqa: S311
    packed, states = game._packed, game._records  # noqa: SLF001
    while number := legal_at(packed, states, 0, out):
        play_at(packed, states, 0, out[int(dice() * number)], trace)
        decisions += 1
    return decisions


def copying(seconds: float) -> float:
    """Return the microseconds of one copy of a state into one that is there, as bytes."""
    state, other = (new_states().view(np.uint8).data for _ in range(2))
    copies, began = 0, time.process_time()
    while (taken := time.process_time() - began) < seconds:
        for _ in range(1000):
            other[:] = state
        copies += 1000
    return taken / copies * 1e6


# ---- two cores ---------------------------------------------------------------------------------


def _pace(board: Board, seconds: float) -> float:
    """Return the random games a second by the clock on the wall, once the kernel is loaded."""
    packed, states, dice, out, trace = pack_board(board), new_states(), new_dice(1), new_list(), new_trace()
    keys = np.random.default_rng(1).integers(0, 2**32, (BATCH, 8), dtype=np.uint32)
    results = np.zeros((BATCH, SEATS, COLUMNS), dtype=np.int32)
    random_games(packed, states, keys, dice, out, trace, results)
    games, began = 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        random_games(packed, states, keys, dice, out, trace, results)
        games += BATCH
        keys += np.uint32(1)
    return games / taken


def _together(board: Board, seconds: float, pool: Executor) -> float:
    """Return how many times as many games two workers play as one of them alone; the best of three rounds."""
    with pool:
        both = [pool.submit(_pace, board, 0.01) for _ in range(2)]  # both start, and load the kernel
        wait(both)
        ratios = []
        for _ in range(3):
            alone = pool.submit(_pace, board, seconds / 2).result()
            both = [pool.submit(_pace, board, seconds / 2) for _ in range(2)]
            ratios.append(sum(one.result() for one in both) / alone)
    return max(ratios)


def network(board: Board, random: Random) -> list[int]:
    """Build a connected network with all pieces, mostly of short routes: the more routes, the harder the search."""
    pieces, routes = board.spec.players.pieces, [random.choice(board.routes)]
    while True:
        used = {route.index for route in routes} | {route.twin for route in routes}
        left = pieces - sum(route.length for route in routes)
        places = {end for route in routes for end in (route.a, route.b)}
        near = [
            route
            for route in board.routes
            if route.index not in used and route.length <= left and places & {route.a, route.b}
        ]
        if not near:
            return [route.index for route in routes]
        routes.append(min(random.sample(near, min(3, len(near))), key=lambda route: route.length))


def worst_path(board: Board, networks: int) -> float:
    """Return the microseconds to score the slowest of many networks, best of five each."""
    packed, states, result, random = pack_board(board), new_states(), new_result(), Random(1)  # noqa: S311
    worst = 0.0
    for _ in range(networks):
        whole = sum(1 << route for route in network(board, random))
        states[0]["routes"][0] = [whole & (2**64 - 1), whole >> 64]
        worst = max(worst, min(_timed(score_at, packed, states, 0, result) for _ in range(5)))
    return worst * 1e6


def _timed(function: Callable[..., Any], *arguments: Any) -> float:  # noqa: ANN401
    began = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - began


def start(cache: str | None = None) -> float:
    """Return the seconds from starting Python to the first move, with the compiled kernel found in a cache."""
    environment = {**os.environ, **({"BRANCHLINE_CACHE": cache} if cache else {})}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_MOVE], env=environment, check=True)  # noqa: S603
    return time.perf_counter() - began


def cold_start() -> float:
    """Return the seconds to the first move where nothing is compiled yet."""
    with tempfile.TemporaryDirectory() as cache:
        return start(cache)
