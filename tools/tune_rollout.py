"""Tune how the search bot plays on in its playouts: a planner's settings that do best against planners as they are.

`python -m tools.tune_rollout --minutes 6` climbs from the style in use: it changes a few settings at random, and keeps
what does better in two sets of games, the second of them fresh. It prints each step and, at the end, how the style does
on every built-in map in games that took no part; what is worth keeping is written into bots/search/bot.py by hand.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.match import Job, new_match, play
from branchline.bots.planner.bot import PlannerParameters
from branchline.bots.search.bot import ROLLOUT_PARAMETERS, SearchParameters
from branchline.engine.rules.scoring import RANK, TOTAL

if TYPE_CHECKING:
    from collections.abc import Callable

FIXED = ("noise", "ticket_claims", "spares", "best_spares")
"""Settings that are not tuned: errors on purpose, and counts, which small steps do not change."""
STEP = 0.5
GAMES = 2000
FINAL = 8000
SEED = 11
FAR = 1_000_000
"""Deals from here on are kept for the end."""
LEAST_GAIN = 0.002
TABLES = (("usa", 2), ("usa", 4), ("london", 2), ("paris", 2), ("uk", 2))

Merit = tuple[float, float, float]
"""What the search would play for, the share of wins, the mean score."""


def spec_of(style: PlannerParameters) -> str:
    """Name the planner with this style."""
    return "planner:" + ",".join(f"{name}={value:.3f}" for name, value in msgspec.structs.asdict(style).items())


def merit(style: PlannerParameters, name: str, players: int, first: int, games: int) -> Merit:
    """Let a style play against planners as they are, every deal in all seatings."""
    match = new_match(name, (spec_of(style), *["planner"] * (players - 1)), SEED)
    batch = play(Job(match, 0, first, first + games))
    mine, tables = batch.who == 0, batch.tables[:, :players]
    won = tables[:, :, RANK] == 1
    share = float((won / won.sum(axis=1, keepdims=True))[mine].mean())
    score = float(tables[:, :, TOTAL][mine].mean())
    points = SearchParameters().points
    return (1 - points) * share + points * score / 100, share, score


def changed(style: PlannerParameters, dice: np.random.Generator) -> PlannerParameters:
    """Change one to three settings of a style at random."""
    names = [name for name in PlannerParameters.__struct_fields__ if name not in FIXED]
    values = {
        str(name): min(100.0, max(0.02, getattr(style, name)) * float(np.exp(dice.normal(0, STEP))))
        for name in dice.choice(names, dice.integers(1, 4), replace=False)
    }
    return msgspec.structs.replace(style, **values)


def climb(
    style: PlannerParameters,
    judge: Callable[[PlannerParameters, int, int], Merit],
    goes_on: Callable[[], bool],
    dice: np.random.Generator,
) -> PlannerParameters:
    """Keep a change that does better, and does so again in fresh games; both play the same deals."""
    first = 0
    while goes_on():
        other = changed(style, dice)
        gains = []
        for games in (GAMES, 2 * GAMES):
            gains.append(judge(other, first, games)[0] - judge(style, first, games)[0])
            first = (first + games) % FAR
            if gains[-1] < LEAST_GAIN:
                break
        else:
            style = other
            print(f"{spec_of(style)}: better by {gains[0]:.4f} and {gains[1]:.4f}", flush=True)  # noqa: T201
    return style


def main(arguments: list[str] | None = None) -> None:
    """Climb for some minutes, then show the style found on every map."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--map", default="usa", help="where it is tuned")
    parser.add_argument("--seed", type=int, default=1)
    options: Any = parser.parse_args(arguments)
    end = time.monotonic() + 60 * options.minutes

    def judge(style: PlannerParameters, first: int, games: int) -> Merit:
        return merit(style, options.map, 2, first, games)

    found = climb(ROLLOUT_PARAMETERS, judge, lambda: time.monotonic() < end, np.random.default_rng(options.seed))
    print(f"found: {spec_of(found)}")  # noqa: T201
    for name, players in TABLES:
        _, share, score = merit(found, name, players, FAR, FINAL // players * players)
        line = f"{name}, {players} players: wins {share:.1%}, fair {1 / players:.0%}; mean score {score:.1f}"
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
