"""`search`: information-set tree search with planner rollouts."""

from __future__ import annotations

import math
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
import numpy as np

from branchline.bots.base import Bot, Clock, Seconds, deciding_record
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search import records
from branchline.bots.search.analysis import Analysis, HeldTicket, MoveAnalysis
from branchline.bots.search.search import search_at
from branchline.engine.actions import Action, decode, kind_of
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.codes import DRAW
from branchline.engine.kernel.layout import packed
from branchline.engine.kernel.trace import new_trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Code
    from branchline.engine.table import Legal
    from branchline.engine.views import View

CLOCK_INTERVAL = 0.002
"""Seconds between two checks of the clock."""
EARLY_STOP_INTERVAL = 0.02
"""Seconds between two checks whether more playouts could change the choice."""
SLICE = 64
"""Playouts between two checks of the flag that stops a search: a few hundredths of a second."""
OVERHEAD = 0.003
"""Seconds reserved for the work before and after the search."""

CATCH_UP = 0.5
"""The share of the remaining playouts that the second-best move is assumed to get at most."""
LEAST_SHARE = 0.1
"""The minimum share of its time that a move gets, however many playouts a reused subtree has."""
LINE_VISITS = 8
"""The visits that a move needs to be part of the expected line."""

ROLLOUT_PARAMETERS = PlannerParameters(
    piece=0.622,
    risk=0.044,
    spare_weight=0.396,
    wilds=0.445,
    ticket_margin=3.739,
    late_cards=0.75,
    contest=0.663,
    spares=2,
    best_spares=1,
    wild_saving_turns=6,
    time_pressure=2,
    time_pressure_wilds=3,
)
"""The parameters of the planner that plays every seat in rollouts, tuned with `tools/tune_rollout.py`."""


def rollout_parameters(skill: float) -> PlannerParameters:
    """Return the parameters of rollouts between those of the usual planner (0) and the tuned ones (1)."""
    usual, tuned = msgspec.structs.asdict(PlannerParameters()), msgspec.structs.asdict(ROLLOUT_PARAMETERS)
    return PlannerParameters(**{name: (1 - skill) * usual[name] + skill * tuned[name] for name in usual})


def _about(text: str, most: float = 1000) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=most, description=text)


class SearchParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a search."""

    time: Annotated[Seconds, msgspec.Meta(description="time per move")] = 0.5
    playouts: Annotated[int, msgspec.Meta(ge=0, le=10**9, description="playouts per move, instead of a time")] = 0
    threads: Annotated[int, msgspec.Meta(ge=1, le=64, description="threads, each with its own tree")] = 1
    seed: Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, msgspec.Meta(description="seed for its choices")] = None
    explore: Annotated[float, _about("weight of exploration: the preference for moves with few visits")] = 0.7
    planner_prior: Annotated[float, _about("share of the prior that goes to the planner's choice", 1)] = 0.1
    horizon: Annotated[float, _about("turns that are played out before the position is evaluated")] = 100.0
    tree: Annotated[float, _about("turns ahead in which the tree is searched; later ones are only played out")] = 3.0
    points: Annotated[float, _about("weight of 100 points in the utility; the rest is the weight of a win", 1)] = 0.6
    belief_strength: Annotated[float, _about("how strongly opponents' routes indicate their tickets")] = 1.0
    rollout_skill: Annotated[float, _about("style of playouts: 0 is the planner's, 1 is tuned for them", 1)] = 1.0


class FittedWeights(msgspec.Struct, frozen=True):
    """The fitted numbers of the evaluation and of the beliefs about tickets; see `records.SCRATCH`."""

    value_weights: list[list[float]]
    lead_scale: list[float]
    belief_weights: list[list[float]]


@cache
def fitted_weights() -> FittedWeights:
    """Return the numbers that tools/fit_value.py and tools/fit_beliefs.py wrote."""
    text = files("branchline.bots.search").joinpath("fitted_weights.json").read_bytes()
    return msgspec.json.decode(text, type=FittedWeights)


class Worker:
    """The search of one thread: its tree and scratch memory."""

    def __init__(self, parameters: SearchParameters) -> None:
        self.scratch = records.new_scratch()
        self.tree = records.new_tree()
        self.listed = new_list()
        self.trace = new_trace()
        # Views of the tree's columns: reading single items through such a large record would be slow.
        self.code, self.visits = self.tree["code"][0], self.tree["visits"][0]
        self.child, self.sibling = self.tree["child"][0], self.tree["sibling"][0]
        self.wins, self.scores = self.tree["wins"][0], self.tree["scores"][0]
        self.scratch["value_weights"][0] = fitted_weights().value_weights
        self.scratch["lead_scale"][0] = fitted_weights().lead_scale
        self.scratch["belief_weights"][0] = fitted_weights().belief_weights
        self.scratch["rollout_settings"][0] = PlannerBot.settings(rollout_parameters(parameters.rollout_skill))
        settings = self.scratch["settings"][0]
        settings[records.EXPLORE] = parameters.explore
        settings[records.PLANNER_PRIOR] = parameters.planner_prior
        settings[records.HORIZON] = parameters.horizon
        settings[records.TREE_TURNS] = parameters.tree
        settings[records.POINTS] = parameters.points
        settings[records.BELIEF_STRENGTH] = parameters.belief_strength
        self.reused = 0
        """Playouts in the reused subtree."""
        self.rate = 0.0
        """Playouts per second."""
        self.stopped = False
        """Whether the search was interrupted, so that its thread should end."""

    def start(self, boards: Records, view: Records, reuse: Code) -> None:
        """Start a search, in the subtree of the move to reuse, or in a new tree if that is 0."""
        self.stopped = False
        self._search(boards, view, reuse, 0)
        self.reused = int(self.visits[self.root])

    def run(self, boards: Records, playouts: int, until: float = math.inf) -> None:
        """Run more playouts, a few at a time: an interrupt is noticed only between two calls of compiled code.

        However many are wanted, it stops after the first few once the time is up.
        """
        view = self.scratch["states"][0, :1]
        for first in range(0, playouts, SLICE):
            if self.stopped or (first and time.perf_counter() >= until):
                return
            self._search(boards, view, -1, min(SLICE, playouts - first))

    def run_until(self, boards: Records, began: float, seconds: float) -> None:
        """Run playouts until the time is up, or until more of them would hardly change the choice."""
        if self.reused and self.rate:  # reused playouts count as time spent
            seconds = max(seconds - self.reused / self.rate, LEAST_SHARE * seconds)
        end = began + seconds
        checked = time.perf_counter()
        rate = 0.0
        while True:
            self.run(boards, max(1, int(rate * CLOCK_INTERVAL)))
            now = time.perf_counter()
            rate = int(self.scratch["playouts"][0]) / (now - began)
            if now >= end or self.choices == 1 or self.stopped:
                break
            if now - checked > EARLY_STOP_INTERVAL:
                checked = now
                first, second = self.most_visits()
                if first - second > CATCH_UP * rate * (end - now):
                    break
        self.rate = rate

    def _search(self, boards: Records, view: Records, reuse: Code, playouts: int) -> None:
        search_at(boards, view, self.scratch, self.tree, self.listed, self.trace, int64(reuse), int64(playouts))

    def children(self, node: int) -> list[int]:
        """Return the children of a node."""
        found = []
        child = int(self.child[node])
        while child:
            found.append(child)
            child = int(self.sibling[child])
        return found

    @property
    def root(self) -> int:
        """The root of the tree."""
        return int(self.tree["root"][0])

    @property
    def choices(self) -> int:
        """The number of candidate moves at the root, once the first playout has listed them."""
        return int(self.scratch["root_count"][0])

    def most_visits(self) -> tuple[int, int]:
        """Return the visits of the two most visited moves."""
        visits = sorted((int(self.visits[child]) for child in self.children(self.root)), reverse=True)
        first, second, *_ = [*visits, 0, 0]
        return first, second

    def line(self, node: int) -> list[Code]:
        """Return the codes of the most visited moves from a node on."""
        codes = [int(self.code[node])]
        while children := self.children(node):
            node = max(children, key=lambda child: int(self.visits[child]))
            if self.visits[node] < LINE_VISITS:
                break
            codes.append(int(self.code[node]))
        return codes


class SearchBot(Bot):
    """Looks ahead: plays its moves out in thousands of worlds consistent with its view, and chooses the best."""

    Parameters: ClassVar[type[msgspec.Struct]] = SearchParameters
    parameters: SearchParameters
    worker_class: ClassVar[type[Worker]] = Worker
    compiled = True

    def __init__(self, parameters: SearchParameters | None = None) -> None:
        super().__init__(parameters)
        self._workers = [self.worker_class(self.parameters) for _ in range(self.parameters.threads)]
        self._last: tuple[int, int, Code] | None = None  # turn, seat and code of the last move, to reuse its subtree
        self._loaded = False
        self.start(secrets.randbits(48))

    def start(self, seed: int) -> None:
        """Start a game: seed the dice, with the seed of the parameters if there is one."""
        if self.parameters.seed is not None:
            seed = self.parameters.seed
        for number, worker in enumerate(self._workers):
            worker.scratch["dice"][0] = new_dice(seed + 7919 * number)
        self._last = None

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:  # noqa: ARG002
        """Choose the most visited move."""
        codes, seat_bits = self._search(view, clock)
        return decode(view.board, codes[0] | seat_bits)

    def analyze(self, view: View, clock: Clock | None = None) -> Analysis:
        """Search, and return the moves with their expected results."""
        started = time.perf_counter()
        codes, seat_bits = self._search(view, clock)
        moves = [self._analyze_move(view, code, seat_bits) for code in codes]
        total = sum(move.visits for move in moves)
        moves = [msgspec.structs.replace(move, share=move.visits / max(1, total)) for move in moves]
        return Analysis(int(view.seat or 0), moves, total, time.perf_counter() - started, self._held_by_others(view))

    # ---- the search ----------------------------------------------------------------------------

    def _search(self, view: View, clock: Clock | None) -> tuple[list[Code], Code]:
        """Search from a view; return the codes of the moves, most visited first, and the bits to add to each."""
        record, seat_bits = deciding_record(view)
        boards = packed(view.board)
        if not self._loaded:  # compiling, or loading the compiled code, does not count as search time
            self._workers[0].start(boards, record, 0)
            self._loaded = True
        began = time.perf_counter()
        reuse = self._reusable_move(view)
        for worker in self._workers:
            worker.start(boards, record, reuse)
        limit = math.inf if clock is None or clock.seconds is None else 0.9 * clock.seconds
        if self.parameters.playouts:
            wanted = self.parameters.playouts // len(self._workers)
            until = began + limit
            self._in_each_thread(lambda worker: worker.run(boards, max(1, wanted - worker.reused), until))
        else:
            seconds = min(self.parameters.time, limit)
            self._in_each_thread(lambda worker: worker.run_until(boards, began, seconds - OVERHEAD))
        codes = self._ranked()
        self._last = (view.turns, int(view.seat or 0), codes[0])
        return codes, seat_bits

    def considered(self) -> list[Code]:
        """Return the codes of all moves that the last search considered: the most visited first, then the others."""
        visited = self._ranked()
        listed = (int(code) for worker in self._workers for code in worker.scratch["root_moves"][0, : worker.choices])
        return [*visited, *(code for code in dict.fromkeys(listed) if code not in visited)]

    def _in_each_thread(self, work: Callable[[Worker], None]) -> None:
        if len(self._workers) == 1:
            work(self._workers[0])
            return
        with ThreadPoolExecutor(len(self._workers)) as pool:
            try:
                list(pool.map(work, self._workers))
            except BaseException:
                for worker in self._workers:
                    worker.stopped = True
                raise

    def _reusable_move(self, view: View) -> Code:
        """Return the move whose subtree can be reused, or 0: the first of the two cards of this turn."""
        if self._last is None or self._last[:2] != (view.turns, view.seat) or view.phase != "second card":
            return 0
        return self._last[2] if kind_of(self._last[2]) == DRAW else 0

    def _ranked(self) -> list[Code]:
        """Return the moves of all trees, most visited first."""
        # A reused subtree may contain moves that the first card has made impossible. Each worker lists its own moves,
        # because which routes opponents are likely to plan depends on its samples.
        possible = {int(code) for worker in self._workers for code in worker.scratch["root_moves"][0, : worker.choices]}
        visits: dict[Code, int] = {}
        for worker in self._workers:
            for child in worker.children(worker.root):
                code = int(worker.code[child])
                if code in possible:
                    visits[code] = visits.get(code, 0) + int(worker.visits[child])
        return sorted(visits, key=lambda code: (-visits[code], code))

    def _nodes_of(self, code: Code) -> list[tuple[Worker, int]]:
        """Return the node of a move in every tree that has one."""
        return [
            (worker, child)
            for worker in self._workers
            for child in worker.children(worker.root)
            if int(worker.code[child]) == code
        ]

    def _held_by_others(self, view: View) -> list[HeldTicket]:
        """Return the tickets that other seats hold in the sampled worlds, the most likely ones first."""
        samples = np.concatenate([worker.scratch["samples"][0] for worker in self._workers])
        found = [
            HeldTicket(seat, ticket, float((samples[:, seat] >> np.uint64(ticket) & np.uint64(1)).mean()))
            for seat in range(view.players)
            for ticket in range(len(view.board.tickets))
            if seat != view.seat
        ]
        return sorted((held for held in found if held.probability > 0), key=lambda held: -held.probability)

    def _analyze_move(self, view: View, code: Code, seat_bits: Code) -> MoveAnalysis:
        nodes = self._nodes_of(code)
        visits = sum(int(worker.visits[node]) for worker, node in nodes)
        wins = sum(worker.wins[node] for worker, node in nodes)[: view.players] / visits
        scores = sum(worker.scores[node] for worker, node in nodes)[: view.players] / visits
        seat = int(view.seat or 0)
        others = [score for other, score in enumerate(scores) if other != seat]
        worker, node = nodes[0]
        action = decode(view.board, code | seat_bits)
        return MoveAnalysis(
            action=action,
            visits=visits,
            share=0.0,
            margin=float(scores[seat] - max(others)),
            scores=scores.tolist(),
            wins=wins.tolist(),
            line=[action, *(decode(view.board, step) for step in worker.line(node)[1:])],
        )
