"""`search`: tree search over what a seat may know, with planners playing on; and what it thinks of a position."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from branchline.bots.base import Bot, BotError, Clock, Seconds, deciding_record
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search import records
from branchline.bots.search.search import search_on
from branchline.engine.actions import Action, decode, kind_of
from branchline.engine.bits import int64
from branchline.engine.codes import DRAW, KEEP, PAYMENT
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.layout import packed
from branchline.engine.trace import new_trace

if TYPE_CHECKING:
    from branchline.engine.layout import Records
    from branchline.engine.table import Legal
    from branchline.engine.views import View

GLANCE = 0.002
"""Seconds between two looks at the clock."""
LOOK_EVERY = 0.02
"""Seconds between two looks at whether thinking on would change anything."""
SPARE = 0.003
"""Seconds kept for what comes before and after the search."""

LIKELY = 0.5
"""Share of the playouts to come that the second best move is taken to get at most: more seldom happens."""
LEAST = 0.1
"""Share of its time that a move is thought about in any case, however much is known of it from the move before."""

STYLE = PlannerParameters(
    piece=0.622,
    risk=0.044,
    spare_weight=0.396,
    wilds=0.445,
    ticket_margin=3.739,
    late_cards=0.75,
    contest=0.663,
    spares=2,
    best_spares=1,
    hurry=6,
    rush=2,
    rush_wilds=3,
)
"""How it takes everyone to play on: tuned by hand and as `tools/tune_style.py` does, against planners as they are."""

TRUSTED = 8
"""Visits from which on a move is part of the line that is expected."""


def _about(text: str, most: float = 1000) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=most, description=text)


class SearchParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a search thinks, and how."""

    time: Annotated[Seconds, msgspec.Meta(description="how long a move may take")] = 0.5
    playouts: Annotated[int, msgspec.Meta(ge=0, le=10**9, description="think so many playouts, not for a time")] = 0
    threads: Annotated[int, msgspec.Meta(ge=1, le=64, description="cores to think on")] = 1
    seed: Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, msgspec.Meta(description="to think the same twice")] = (
        None
    )
    explore: Annotated[float, _about("how much moves that were little tried are preferred")] = 0.7
    faith: Annotated[float, _about("share of the planner's own move in what is tried first", 1)] = 0.1
    horizon: Annotated[float, _about("turns that are played out before the position is judged")] = 100.0
    tree: Annotated[float, _about("turns ahead in which moves are weighed, not only played")] = 3.0
    points: Annotated[float, _about("share of 100 points against that of a win in what it plays for", 1)] = 0.95
    suspicion: Annotated[float, _about("how much others' tickets are guessed from what they built")] = 1.0


class Prospect(msgspec.Struct, frozen=True):
    """One move and what the search expects of it."""

    action: Action
    visits: int
    share: float
    """Of all playouts, the part that tried this move."""
    margin: float
    """Points ahead of the best other seat at the end."""
    scores: list[float]
    wins: list[float]
    """The chance to win of each seat."""
    line: list[Action]
    """What it expects to follow, this move first."""


class Analysis(msgspec.Struct, frozen=True):
    """What a search thinks of a position: the moves, the best first."""

    seat: int
    moves: list[Prospect]
    playouts: int
    seconds: float

    @property
    def best(self) -> Action:
        """The move to make."""
        return self.moves[0].action


class Values(msgspec.Struct, frozen=True):
    """The fitted numbers of the evaluation and of what others are taken to hold."""

    weights: list[list[float]]
    spread: list[float]
    hunches: list[list[float]]
    """Of the clues to what others hold: with nothing built, and with everything."""


@cache
def fitted() -> Values:
    """Read the numbers that tools/fit_value.py and tools/fit_beliefs.py wrote."""
    text = files("branchline.bots.search").joinpath("values.json").read_bytes()
    return msgspec.json.decode(text, type=Values)


class _Mind:
    """One thread's workbench and tree."""

    def __init__(self) -> None:
        self.scratch = records.new_scratch()
        self.tree = records.new_tree()
        self.listed = new_list()
        self.trace = new_trace()
        # Views of the tree's columns: reading a field of such a large record one by one would be slow.
        self.code, self.visits = self.tree["code"][0], self.tree["visits"][0]
        self.child, self.sibling = self.tree["child"][0], self.tree["sibling"][0]
        self.wins, self.final = self.tree["wins"][0], self.tree["final"][0]
        self.scratch["weights"][0] = fitted().weights
        self.scratch["spread"][0] = fitted().spread
        self.scratch["hunches"][0] = fitted().hunches
        self.scratch["style"][0] = PlannerBot.numbers(STYLE)
        self.known = 0
        """Playouts of the position from before it was reached."""
        self.pace = 0.0
        """Playouts a second."""

    def begin(self, boards: Records, view: Records, reuse: int) -> None:
        """Make ready."""
        self._search(boards, view, reuse, 0)
        self.known = int(self.visits[self.root])

    def think(self, boards: Records, playouts: int) -> None:
        """Search a little further."""
        self._search(boards, self.scratch["worlds"][0, :1], -1, playouts)

    def _search(self, boards: Records, view: Records, reuse: int, playouts: int) -> None:
        search_on(boards, view, self.scratch, self.tree, self.listed, self.trace, int64(reuse), int64(playouts))

    def children(self, node: int) -> list[int]:
        """Return the nodes of the moves tried at a node."""
        found = []
        child = int(self.child[node])
        while child:
            found.append(child)
            child = int(self.sibling[child])
        return found

    @property
    def root(self) -> int:
        """The node of the position."""
        return int(self.tree["root"][0])

    @property
    def choices(self) -> int:
        """How many moves there are to choose from, once the search has begun."""
        return int(self.scratch["root_count"][0])

    def lead(self) -> tuple[int, int]:
        """Return the visits of the two moves tried most."""
        visits = sorted((int(self.visits[child]) for child in self.children(self.root)), reverse=True)
        first, second, *_ = [*visits, 0, 0]
        return first, second

    def line(self, node: int) -> list[int]:
        """Return the codes of the moves tried most from a node on."""
        codes = [int(self.code[node])]
        while children := self.children(node):
            node = max(children, key=lambda child: int(self.visits[child]))
            if self.visits[node] < TRUSTED:
                break
            codes.append(int(self.code[node]))
        return codes


class SearchBot(Bot):
    """Looks ahead: tries its moves in thousands of worlds it cannot tell apart, and plays what does best."""

    Parameters: ClassVar[type[msgspec.Struct]] = SearchParameters
    compiled = True

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        self._minds = [_Mind() for _ in range(self.parameters.threads)]
        self._last: tuple[int, int, int] | None = None  # turn, seat and code of the move before, for its tree
        self._warm = False
        self._set_knobs()
        self.start(secrets.randbits(48))

    def _set_knobs(self) -> None:
        for name in ("explore", "faith", "horizon", "points", "suspicion"):
            for mind in self._minds:
                mind.scratch["knobs"][0][getattr(records, name.upper())] = getattr(self.parameters, name)
        for mind in self._minds:
            mind.scratch["knobs"][0][records.TREE_TURNS] = self.parameters.tree

    def start(self, seed: int) -> None:
        """Begin a game: whatever is random comes from the seed, the bot's own where it has one."""
        seed = self.parameters.seed or seed
        for number, mind in enumerate(self._minds):
            mind.scratch["dice"][0] = new_dice(seed + 7919 * number)
        self._last = None

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:  # noqa: ARG002
        """Choose the move that was tried most."""
        code = self._search(view, clock)[0]
        return decode(view.board, code)

    def analyse(self, view: View, clock: Clock | None = None) -> Analysis:
        """Search, and tell what was found."""
        started = time.perf_counter()
        codes = self._search(view, clock)
        moves = [self._prospect(view, code) for code in codes]
        total = sum(move.visits for move in moves)
        moves = [msgspec.structs.replace(move, share=move.visits / max(1, total)) for move in moves]
        return Analysis(int(view.seat or 0), moves, total, time.perf_counter() - started)

    # ---- the search ----------------------------------------------------------------------------

    def _search(self, view: View, clock: Clock | None) -> list[int]:
        """Search from a view and return the codes of the moves, the one tried most first."""
        record, seat_bits = deciding_record(view)
        boards = packed(view.board)
        if not self._warm:  # loading or making the compiled code is not thinking
            self._minds[0].begin(boards, record, 0)
            self._warm = True
        began = time.perf_counter()
        reuse = self._reuse(view)
        for mind in self._minds:
            mind.begin(boards, record, reuse)
        if self.parameters.playouts:
            wanted = self.parameters.playouts // len(self._minds)
            self._each(lambda mind: mind.think(boards, max(1, wanted - mind.known)))
        else:
            seconds = self.parameters.time
            if clock is not None and clock.seconds is not None:
                seconds = min(seconds, 0.9 * clock.seconds)
            self._each(lambda mind: _think_until(mind, boards, began, seconds - SPARE))
        codes = self._ranked()
        self._last = (view.turns, int(view.seat or 0), codes[0])
        return [code | seat_bits for code in codes]

    def _each(self, work: Any) -> None:
        if len(self._minds) == 1:
            work(self._minds[0])
            return
        with ThreadPoolExecutor(len(self._minds)) as pool:
            list(pool.map(work, self._minds))

    def _reuse(self, view: View) -> int:
        """Return the move of this same turn whose part of the tree is still of use: the first of two cards."""
        if self._last is None or self._last[:2] != (view.turns, view.seat) or view.phase != "second card":
            return 0
        return self._last[2] if kind_of(self._last[2]) == DRAW else 0

    def _found(self, code: int) -> list[tuple[_Mind, int]]:
        """Return a move's node in every tree that has one."""
        return [
            (mind, child) for mind in self._minds for child in mind.children(mind.root) if int(mind.code[child]) == code
        ]

    def _ranked(self) -> list[int]:
        # After the first of two cards the tree may hold moves that the card drawn since has made impossible.
        # Each mind has its own list: which moves stand in others' way is a matter of what it guesses.
        possible = {int(code) for mind in self._minds for code in mind.scratch["root_moves"][0, : mind.choices]}
        visits: dict[int, int] = {}
        for mind in self._minds:
            for child in mind.children(mind.root):
                code = int(mind.code[child])
                if code in possible:
                    visits[code] = visits.get(code, 0) + int(mind.visits[child])
        return sorted(visits, key=lambda code: (-visits[code], code))

    def _prospect(self, view: View, code: int) -> Prospect:
        plain = code & ((1 << PAYMENT) - 1) if kind_of(code) == KEEP else code
        places = self._found(plain)
        visits = sum(int(mind.visits[node]) for mind, node in places)
        wins = sum(mind.wins[node] for mind, node in places)[: view.players] / visits
        scores = sum(mind.final[node] for mind, node in places)[: view.players] / visits
        seat = int(view.seat or 0)
        others = [score for other, score in enumerate(scores) if other != seat]
        line = [decode(view.board, code)] + [decode(view.board, step) for step in places[0][0].line(places[0][1])[1:]]
        return Prospect(
            decode(view.board, code),
            visits,
            0.0,
            float(scores[seat] - max(others)),
            scores.tolist(),
            wins.tolist(),
            line,
        )


def _think_until(mind: _Mind, boards: Records, began: float, seconds: float) -> None:
    """Search until the time is up, or until thinking on would hardly change the choice."""
    if mind.known and mind.pace:  # what is known already need not be thought again
        seconds = max(seconds - mind.known / mind.pace, LEAST * seconds)
    end = began + seconds
    looked = time.perf_counter()
    pace = 0.0
    while True:
        mind.think(boards, max(1, int(pace * GLANCE)))
        now = time.perf_counter()
        pace = int(mind.scratch["playouts"][0]) / (now - began)
        if now >= end or mind.choices == 1:
            break
        if now - looked > LOOK_EVERY:
            looked = now
            first, second = mind.lead()
            if first - second > LIKELY * pace * (end - now):
                break
    mind.pace = pace


def explain(view: View, **parameters: Any) -> Analysis:
    """Tell what the search bot thinks of a position: its moves with win chances, expected margin and line."""
    try:
        wanted = msgspec.convert(parameters, SearchParameters)
    except msgspec.ValidationError as error:
        known = ", ".join(SearchParameters.__struct_fields__)
        raise BotError(f"The search cannot be asked for that: {error}. Its parameters are {known}.") from None
    return SearchBot(wanted).analyse(view)
