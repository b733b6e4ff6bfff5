"""How well reviews judge, as tables for results.md: `make bench-review`.

Every figure is about decisions that were judged from the view of their seat. Arguments such as `maps=usa,uk`,
`decisions=60`, `planted=10` and `games=1` measure less.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import branchline as bl
from branchline.analysis.judgement import POINTS_PER_WIN, Judge
from branchline.analysis.labels import LABELS, label_of
from branchline.analysis.review import review
from branchline.arena.statistics import wilson_interval
from branchline.bots.search.comparison import MoveComparison
from branchline.engine.actions import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from branchline.analysis.judgement import Judgement
    from branchline.analysis.labels import Label
    from branchline.bots.search.comparison import Array
    from branchline.engine.actions import Action

MAPS = ("usa", "london", "paris", "uk")
PLAYERS = ("expert", "hard", "novice")
DECISIONS, PER_GAME, PLANTED, REVIEWS = 120, 15, 25, 2
BAD_LOSS = 15.0
"""The least loss of a planted move, in points, by a measurement of its own."""
FOUND = ("mistake", "blunder")


class Decided(NamedTuple):
    """A decision of a played game: the view of its seat, the action, and the number of the action."""

    view: bl.View
    action: Action
    number: int


def played(name: str, spec: str, seed: int) -> bl.Game:
    """Return a game of a bot against itself."""
    game = bl.new_game(name, players=2, seed=seed)
    bots = [bl.bot(spec), bl.bot(spec)]
    for seat, player in enumerate(bots):
        player.start(seed * 10 + seat)
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def sampled(name: str, spec: str) -> Iterator[Decided]:
    """Yield random decisions from the games of a bot against itself, a few from each game, without end."""
    rng = random.Random(11)
    for seed in count():
        game = played(name, spec, seed)
        again, found = game.at_start(), []
        for number, code in enumerate(game.log):
            view = again.view(again.turn)
            if len(view.legal) > 1:
                found.append(Decided(view, decode(game.board, code), number))
            again.play_next(game)
        yield from rng.sample(found, min(PER_GAME, len(found)))


def judged_twice(decisions: Iterable[Decided]) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield the judgements of decisions, with two seeds."""
    judges = Judge(seed=1), Judge(seed=2)
    for decided in decisions:
        first, second = (judge.judge(decided.view, decided.action, number=decided.number) for judge in judges)
        yield first, second


def labels_row(name: str, spec: str, number: int) -> str:
    """Return the shares of the labels by either seed, the agreement of two seeds, and the processor time."""
    decisions = list(islice(sampled(name, spec), number))
    started = time.process_time()
    pairs = [[label_of(one.choice) for one in pair] for pair in judged_twice(decisions)]
    seconds = (time.process_time() - started) / (2 * number)
    found: list[Label] = [label for pair in pairs for label in pair]
    shares = " | ".join(f"{found.count(label) / len(found):.1%}" for label in LABELS)
    wrong = sum(label in FOUND for label in found) / 2
    agreed = sum(first == second for first, second in pairs)
    return (
        f"| {name} | `{spec}` | {number} | {shares} | {_share(wrong, number)} | {_share(agreed, number)} | "
        f"{seconds:.2f} s |"
    )


def planted_row(name: str, number: int) -> str:
    """Return how many of the bad moves inserted into games of a strong bot are found."""
    rng, seed = random.Random(7), 0
    found: list[bool] = []
    measured, judge = MoveComparison(), Judge(seed=3)
    while len(found) < number:
        game = played(name, "hard", 100 + seed)
        seed += 1
        again, place = game.at_start(), rng.randrange(len(game.log))
        for _ in range(place):
            again.play_next(game)
        view = again.view(again.turn)
        codes = [int(code) for code in view.legal.codes]
        if len(codes) < 2:
            continue
        codes = rng.sample(codes, min(12, len(codes)))
        worst, loss = worst_move(measured, view, codes, seed)
        if loss >= BAD_LOSS:
            found.append(label_of(judge.judge(view, worst).choice) in FOUND)
    return f"| {name} | {_share(sum(found), number)} |"


def worst_move(measured: MoveComparison, view: bl.View, codes: list[int], seed: int) -> tuple[int, float]:
    """Return the worst of some moves and what it loses against the best of them, measured in other worlds."""
    seat = int(view.seat or 0)

    def values(moves: list[int], worlds: int, salt: int) -> Array:
        outcomes = measured.outcomes(view, moves, worlds, 10_000 + 10 * seed + salt)
        found: Array = (POINTS_PER_WIN * outcomes.wins[:, :, seat] + outcomes.scores[:, :, seat]).mean(axis=1)
        return found

    first = values(codes, 96, 0)
    best, worst = codes[int(first.argmax())], codes[int(first.argmin())]
    again = values([best, worst], 1000, 1)
    return worst, float(again[0] - again[1])


def review_row(name: str, games: int) -> str:
    """Return what whole reviews say of a strong bot, whose luck should be 0 on average, and how long they take."""
    all_games = [played(name, "hard", 200 + seed) for seed in range(games)]
    started = time.process_time()
    seats = [seat for game in all_games for seat in review(game, seed=1).seats]
    seconds = (time.process_time() - started) / games
    luck = [seat.luck.points for seat in seats]
    spread = np.std(luck, ddof=1) / len(luck) ** 0.5
    decisions = sum(seat.decisions for seat in seats) / games
    return (
        f"| {name} | {decisions:.0f} | {np.mean([seat.accuracy for seat in seats]):.1f} % | "
        f"{np.mean(luck):+.1f} ± {spread:.1f} | {seconds:.1f} s |"
    )


def _share(part: float, whole: int) -> str:
    low, high = wilson_interval(part, whole)
    return f"{part / whole:.1%} ({low:.0%}–{high:.0%})"


def head(*cells: str) -> None:
    """Print the head of a table."""
    print(f"\n| {' | '.join(cells)} |\n|{'---|' * len(cells)}", flush=True)


def main() -> None:
    """Print the tables."""
    wanted = dict(argument.split("=") for argument in sys.argv[1:])
    maps = wanted.get("maps", ",".join(MAPS)).split(",")
    decisions, planted = int(wanted.get("decisions", DECISIONS)), int(wanted.get("planted", PLANTED))
    head("map", "player", "decisions", *LABELS, "mistakes and blunders", "two seeds agree", "CPU per decision")
    for name in maps:
        for spec in PLAYERS:
            print(labels_row(name, spec, decisions if spec != "novice" else decisions // 2), flush=True)
    head("map", "planted blunders found")
    for name in maps:
        print(planted_row(name, planted), flush=True)
    head("map", "decisions of a game", "accuracy of `hard`", "its luck in points", "CPU per review")
    for name in maps:
        print(review_row(name, int(wanted.get("games", REVIEWS))), flush=True)


if __name__ == "__main__":
    main()
