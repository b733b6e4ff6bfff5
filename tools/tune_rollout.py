"""Tune the style of the search bot's rollouts: the planner settings that do best against the default planner.

`python -m tools.tune_rollout --minutes 6` is a hill climb from the current style: it changes a few settings at random
and keeps a change that does better in two sets of games, the second of them new. It prints each improvement and, at
the end, the results on every built-in map in games that were not used before. Copy a style worth keeping into
bots/search/bot.py by hand.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.bots.planner.bot import PlannerParameters
from branchline.bots.search.bot import ROLLOUT_PARAMETERS, SearchParameters

if TYPE_CHECKING:
    from collections.abc import Callable

FIXED = ("noise", "ticket_claims", "spares", "best_spares")
"""Settings that are not tuned: deliberate errors, and counts, which small steps do not change."""
STEP = 0.5
GAMES = 2000
FINAL = 8000
SEED = 11
FIRST_FINAL = 1_000_000
"""The first of the games that are only used at the end."""
LEAST_GAIN = 0.002
TABLES = (("usa", 2), ("usa", 4), ("london", 2), ("paris", 2), ("uk", 2))

Merit = tuple[float, float, float]
"""What the search maximizes, the share of wins, the mean score."""


def spec_of(style: PlannerParameters) -> str:
    """Return the name of the planner with this style."""
    return "planner:" + ",".join(f"{name}={value:.3f}" for name, value in msgspec.structs.asdict(style).items())


def merit(style: PlannerParameters, name: str, players: int, first: int, games: int) -> Merit:
    """Let a style play against default planners, every deal in all seatings."""
    match = new_match(name, (spec_of(style), *["planner"] * (players - 1)), SEED)
    played = play(Job(match, 0, first, first + games)).played
    own = played.seats_of(0)
    share, score = float(played.shares[own].mean()), float(played.scores()[own].mean())
    points = SearchParameters().points
    return (1 - points) * share + points * score / 100, share, score


def changed(style: PlannerParameters, dice: np.random.Generator) -> PlannerParameters:
    """Return a style with one to three settings changed at random."""
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
    """Keep a change that does better, and does so again in new games; both styles play the same deals."""
    first = 0
    while goes_on():
        other = changed(style, dice)
        gains = []
        for games in (GAMES, 2 * GAMES):
            gains.append(judge(other, first, games)[0] - judge(style, first, games)[0])
            first = (first + games) % FIRST_FINAL
            if gains[-1] < LEAST_GAIN:
                break
        else:
            style = other
            print(f"{spec_of(style)}: better by {gains[0]:.4f} and {gains[1]:.4f}", flush=True)  # noqa: T201
    return style


def main(arguments: list[str] | None = None) -> None:
    """Tune for some minutes, then print the results of the style on every map."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--map", default="usa", help="the map to tune on")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    end = time.monotonic() + 60 * options.minutes

    def judge(style: PlannerParameters, first: int, games: int) -> Merit:
        return merit(style, options.map, 2, first, games)

    found = climb(ROLLOUT_PARAMETERS, judge, lambda: time.monotonic() < end, np.random.default_rng(options.seed))
    print(f"found: {spec_of(found)}")  # noqa: T201
    for name, players in TABLES:
        _, share, score = merit(found, name, players, FIRST_FINAL, FINAL // players * players)
        line = f"{name}, {players} players: wins {share:.1%} (even: {1 / players:.0%}), mean score {score:.1f}"
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
