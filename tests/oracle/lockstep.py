"""Kernel against oracle over many games: `python -m tests.oracle.lockstep --games 1000`."""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from branchline.boards.library import BUILT_IN, load_map
from branchline.engine.actions import decode, encode, notation
from branchline.engine.entry_points import why_not_at
from tests.odd_maps import odd_map_file

from . import compare
from .corners import Corners, after, before
from .pair import Pair
from .policies import POLICIES, Codes, choose

if TYPE_CHECKING:
    from collections.abc import Iterator

MAPS = ("usa", "london", "paris", "uk")
SCARCE = "scarce "
"""Before a map's name: the same map with half the cards, and pieces enough to play until nobody can do anything."""
SCARCE_PIECES = {"usa": 45, "uk": 60}
"""Where a longest path counts, no more than can be searched."""
ODD = "odd "
"""Before a number: the odd map made from that seed."""
LONGEST = 1200
"""Actions after which a game is scored as it stands: on some odd maps it may go on forever."""
CHUNK = 10


class Difference(AssertionError):  # noqa: N818 (what it is)
    """Kernel and oracle disagree; says where, and how to see it again."""


@dataclass(frozen=True)
class Plan:
    """One game of lockstep, all of it given by the map's name and a number."""

    map_name: str
    number: int

    @property
    def random(self) -> Random:
        """The dice of this game's players."""
        return Random(f"{self.map_name} {self.number}")

    @property
    def table(self) -> tuple[int, tuple[str, ...]]:
        """How many play, and with which options: all of them in turn."""
        tables = _tables(self.map_name)
        return tables[self.number % len(tables)]


@cache
def _tables(map_name: str) -> list[tuple[int, tuple[str, ...]]]:
    spec = load_map(map_file(map_name)).spec
    options = sorted(spec.options)
    subsets = chain.from_iterable(combinations(options, size) for size in range(len(options) + 1))
    return list(product(range(spec.players.least, spec.players.most + 1), subsets))


@cache
def map_file(name: str) -> Path:
    """Return the file of a map, of its scarce twin, or of an odd map."""
    if name.startswith(ODD):
        return odd_map_file(int(name.removeprefix(ODD)))
    if not name.startswith(SCARCE):
        return BUILT_IN / f"{name}.toml"
    text = (BUILT_IN / f"{name.removeprefix(SCARCE)}.toml").read_text(encoding="utf-8")
    pieces = SCARCE_PIECES.get(name.removeprefix(SCARCE), 100)
    text = re.sub(r"^pieces = \d+", f"pieces = {pieces}", text, flags=re.MULTILINE)
    text = re.sub(r"^colors = \{.*?\}", _halved, text, count=1, flags=re.MULTILINE)
    path = Path(tempfile.mkdtemp(prefix="branchline-")) / f"{name.replace(' ', '-')}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _halved(cards: re.Match[str]) -> str:
    return re.sub(r"\d+", lambda number: str(int(number[0]) // 2), cards[0])


@dataclass
class Run:
    """One game in the making: both engines, the players and their dice."""

    plan: Plan
    every: int
    corners: Corners = field(default_factory=Counter)

    def __post_init__(self) -> None:
        players, options = self.plan.table
        self.random = self.plan.random
        self.looks = Random(f"looks {self.plan}")  # of its own: what is compared does not change what is played
        self.pair = Pair(map_file(self.plan.map_name), players, options, str(self.plan))
        policies = self.random.choices(sorted(POLICIES), k=players)
        self.policies = policies if self.random.random() < 0.5 else policies[:1] * players

    @property
    def is_odd(self) -> bool:
        """Whether the game is played on an odd map."""
        return self.plan.map_name.startswith(ODD)

    def play(self) -> Corners:
        """Play to the end, comparing after every action."""
        game = self.pair.game
        try:
            while not game.over and not (self.is_odd and len(game.log) >= LONGEST):
                self.step()
            self.check(compare.table(self.pair))
            self.check(compare.result(self.pair))
        except Exception as error:
            raise Difference(f"{error}\n{self.story()}") from error
        return self.corners

    def step(self) -> None:
        """Compare, choose and play one action."""
        game = self.pair.game
        codes = game.legal.codes
        looked = game.phase != "first tickets"
        if looked:
            self.check(compare.table(self.pair))
        if looked and self.looks.randrange(self.every) == 0:
            self.check(compare.legal(self.pair, codes.tolist(), self.looks))
            self.check(compare.any_action(self.pair, codes.tolist(), self.looks))
            if self.is_odd:  # small boards, quickly scored: as if the game ended now
                self.check(compare.result(self.pair))
        code = self.choice(codes)
        action, was = decode(game.board, code), game.phase
        self.corners.update(before(game, action))
        happened = self.pair.play(code)
        self.corners.update(after(game, action, was, happened))

    def choice(self, codes: Codes) -> int:
        """Choose what the seat does: mostly by its policy, now and then something legal that is not listed."""
        game = self.pair.game
        if game.phase == "first tickets":
            return self.first_tickets(codes)
        if self.random.random() < 0.05:
            code = encode(game.board, compare.made_up(self.pair, codes.tolist(), self.random))
            if why_not_at(game._packed, game._records, 0, code) == 0:
                return code
        return choose(codes, self.policies[game.turn], self.random)

    def first_tickets(self, codes: Codes) -> int:
        """Choose first tickets for any seat that has not yet, in no order."""
        game = self.pair.game
        waiting = [seat for seat in range(game.players) if game._records[0].chosen[seat] < 0]
        action = decode(game.board, choose(codes, self.policies[game.turn], self.random))
        return encode(game.board, compare.for_seat(action, self.random.choice(waiting)))

    def check(self, facts: compare.Facts) -> None:
        """Stop at the first fact on which they disagree."""
        for what, kernel, oracle in facts:
            if kernel != oracle:
                raise Difference(f"{what}: the kernel says {kernel}, the oracle {oracle}")

    def story(self) -> str:
        """Describe the game, its last actions, and how to play it again."""
        game = self.pair.game
        played = [notation(game.board, decode(game.board, code)) for code in game.log[-6:]]
        again = f'python -m tests.oracle.lockstep --map "{self.plan.map_name}" --first {self.plan.number} --games 1'
        return (
            f"{self.plan}, {self.plan.table}, {self.policies}\n"
            f"action {len(game.log)}, {game.phase} of seat {game.turn}, after: {'; '.join(played)}\n"
            f"again: {again} --every 1"
        )


def run_games(map_name: str, first: int, games: int, every: int = 4) -> Corners:
    """Play games of one map in lockstep and count the corners they reached."""
    corners: Corners = Counter()
    for number in range(first, first + games):
        corners += Run(Plan(map_name, number), every).play()
    return corners


# ---- the command -------------------------------------------------------------------------------


def _chunk(job: tuple[str, int, int, int]) -> tuple[str, int, Corners | str]:
    try:
        return job[0], job[2], run_games(*job)
    except Difference as difference:
        return job[0], job[2], str(difference)


def _jobs(options: argparse.Namespace) -> Iterator[tuple[str, int, int, int]]:
    for first in range(options.first, options.first + options.games, CHUNK):
        for name in options.map:
            yield name, first, min(CHUNK, options.first + options.games - first), options.every


def main() -> int:
    """Play, tell of the progress, and list the corners reached."""
    parser = argparse.ArgumentParser(description="Kernel and oracle play the same games; any difference is shown.")
    parser.add_argument("--games", type=int, default=1000, help="games a map")
    parser.add_argument("--map", action="append", help="a map, or 'scarce MAP'; all of them where none is given")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--every", type=int, default=4, help="compare the legal actions before one in EVERY actions")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    options.map = options.map or [*MAPS, *(SCARCE + name for name in MAPS)]
    return _report(options, list(_jobs(options)))


def _report(options: argparse.Namespace, jobs: list[tuple[str, int, int, int]]) -> int:
    started, done, total = time.monotonic(), 0, sum(job[2] for job in jobs)
    corners: dict[str, Corners] = {name: Counter() for name in options.map}
    with multiprocessing.Pool(options.workers) as pool:
        for name, games, found in pool.imap_unordered(_chunk, jobs):
            if isinstance(found, str):
                print(f"\n{found}")  # noqa: T201
                return 1
            corners[name] += found
            done += games
            rate = done / (time.monotonic() - started)
            left = (total - done) / rate
            print(f"\r{done} of {total} games, {rate:.1f} a second, {left:.0f} s left ", end="", file=sys.stderr)  # noqa: T201
    for name in options.map:
        print(f"\n{name}: {options.games} games, no difference")  # noqa: T201
        for corner, times in sorted(corners[name].items()):
            print(f"  {times:>8}  {corner}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
