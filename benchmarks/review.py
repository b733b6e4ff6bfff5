"""How well reviews judge, as tables for results.md: `make bench-review`; `games=N` and `planted=N` for more or less.

Every figure is about decisions that were judged from the view of their seat.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

import branchline as bl
from branchline.analysis.judgement import POINTS_PER_WIN, Judge
from branchline.analysis.labels import LABELS, label_of
from branchline.analysis.review import review
from branchline.bots.search.comparison import MoveComparison

if TYPE_CHECKING:
    from branchline.analysis.review_data import Review
    from branchline.bots.search.comparison import Array

MAPS = ("usa", "london", "paris", "uk")
PLAYERS = ("hard", "strong", "novice")
GAMES, PLANTED = 3, 25
BAD_LOSS = 15.0
"""The least loss of a planted move, in points, by a measurement of its own."""
FOUND = ("mistake", "blunder")


def played(name: str, spec: str, seed: int) -> bl.Game:
    """Return a game of a bot against itself."""
    game = bl.new_game(name, players=2, seed=seed)
    bots = [bl.bot(spec), bl.bot(spec)]
    for seat, player in enumerate(bots):
        player.start(seed * 10 + seat)
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def labels_row(name: str, spec: str, games: int) -> str:
    """Return the shares of the labels, the accuracy, and the agreement of two seeds."""
    reviews, seconds, agreed, quantiles = [], 0.0, [], []
    for seed in range(games):
        game = played(name, spec, seed)
        started = time.process_time()
        first = review(game, seed=1)
        seconds += time.process_time() - started
        second = review(game, seed=2, luck=False)
        agreed += [a.label == b.label for a, b in zip(first.decisions, second.decisions, strict=True)]
        quantiles += [decision.loss for decision in first.decisions]
        reviews.append(first)
    found = [decision.label for one in reviews for decision in one.decisions]
    shares = " | ".join(f"{found.count(label) / len(found):.1%}" for label in LABELS)
    accuracy = np.mean([seat.accuracy for one in reviews for seat in one.seats])
    losses = ", ".join(f"{loss:.1f}" for loss in np.quantile(quantiles, [0.9, 0.95, 0.99]))
    luck = luck_of(reviews)
    return (
        f"| {name} | `{spec}` | {len(found)} | {shares} | {accuracy:.1f} | {np.mean(agreed):.1%} | {losses} | {luck} | "
        f"{seconds / games:.1f} s |"
    )


def luck_of(reviews: list[Review]) -> str:
    """Return the mean luck of a seat, which should be about 0, and its spread."""
    luck = [seat.luck.points for one in reviews for seat in one.seats]
    return f"{np.mean(luck):+.1f} ± {np.std(luck, ddof=1) / len(luck) ** 0.5:.1f}"


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
    return f"| {name} | {len(found)} | {np.mean(found):.1%} |"


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


def main() -> None:
    """Print the tables."""
    wanted = dict(argument.split("=") for argument in sys.argv[1:])
    games, planted = int(wanted.get("games", GAMES)), int(wanted.get("planted", PLANTED))
    print("| map | player | decisions | " + " | ".join(LABELS) + " | accuracy | two seeds agree | "
          "loss at 90, 95, 99 % | luck in points | CPU per review |")  # fmt: skip
    print("|---|---|---|" + "---|" * (len(LABELS) + 5))
    for name in MAPS:
        for spec in PLAYERS:
            print(labels_row(name, spec, games), flush=True)
    print("\n| map | planted | found |\n|---|---|---|")
    for name in MAPS:
        print(planted_row(name, planted), flush=True)


if __name__ == "__main__":
    main()
