"""Fit the evaluation function of the search bot on games between planners, and write its weights into the package.

`python -m tools.fit_value` plays a few thousand games on every built-in map (a minute or two), regresses the points
that each seat still gained on the features of its position, and prints the errors by the number of turns left.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from branchline.boards.library import load_map
from branchline.bots.planner.bot import PlannerBot, PlannerParameters
from branchline.bots.search.bot import FittedWeights, fitted_weights
from branchline.bots.search.records import FEATURES, STAGES, new_scratch
from branchline.bots.search.training_samples import sample_positions
from branchline.bots.search.value import TURNS_PER_STAGE
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.layout import pack_board
from branchline.engine.kernel.trace import new_trace
from branchline.engine.kernel.types import SEATS

Array = np.ndarray[Any, Any]

VALUES = Path(__file__).parents[1] / "src" / "branchline" / "bots" / "search" / "fitted_weights.json"
TABLES = (("usa", 2, 4000), ("london", 2, 8000), ("paris", 2, 8000), ("uk", 2, 1500), ("usa", 4, 1500), ("uk", 4, 600))
"""Map, players and games, for about the same number of positions each."""
RIDGE = 5e-5
LOGISTIC = 0.55
"""The scale of the logistic distribution that is closest to the standard normal distribution."""
ENOUGH = 100
"""The fewest positions for a meaningful mean."""
BANDS = ((0, 3), (3, 6), (6, 10), (10, 15), (15, 40))


@dataclass
class Sample:
    """Positions of one map and number of players: features, points still gained, turns left."""

    rows: Array
    gains: Array
    left: Array

    @property
    def pace(self) -> float:
        """The points that a turn brings on this board."""
        return float(self.rows[0, 0, 0])


def sample(name: str, players: int, games: int, seed: int) -> Sample:
    """Play games between planners and sample positions."""
    scratch = new_scratch()
    scratch["workspaces"]["settings"][:] = PlannerBot.settings(PlannerParameters())
    scratch["dice"][0] = new_dice(seed)
    keys = np.random.default_rng(seed).integers(0, 2**32, size=(games, 8), dtype=np.uint32)
    most = games * 60
    rows, gains, left = np.zeros((most, SEATS, FEATURES)), np.zeros((most, SEATS)), np.zeros(most)
    boards = pack_board(load_map(name).board(players))
    used = sample_positions(boards, scratch, keys, new_list(), new_trace(), 3, rows, gains, left)
    return Sample(rows[:used, :players], gains[:used, :players], left[:used])


def by_stage(found: Sample) -> Array:
    """Return the features interpolated between the two stages that a position lies between."""
    stage = np.minimum(STAGES - 1.0001, found.left / TURNS_PER_STAGE)
    low = stage.astype(int)
    part = (stage - low)[:, None, None]
    laid = np.zeros((len(found.left), found.rows.shape[1], STAGES, FEATURES))
    each = np.arange(len(found.left))
    laid[each, :, low] = found.rows * (1 - part)
    laid[each, :, low + 1] = found.rows * part
    return laid.reshape(-1, STAGES * FEATURES)


def fit(samples: list[Sample]) -> Array:
    """Return the weights with the least squared error over all samples, each with the same weight."""
    left: Array = RIDGE * np.eye(STAGES * FEATURES)
    right: Array = np.zeros(STAGES * FEATURES)
    for found in samples:
        laid = by_stage(found)
        weight = 1 / len(laid) / found.gains.var()
        left += weight * laid.T @ laid
        right += weight * laid.T @ found.gains.reshape(-1)
    return np.linalg.solve(left, right)


def errors(found: Sample, weights: Array) -> Array:
    """Return the error of the expected gain of each seat."""
    expected = by_stage(found) @ weights
    return np.asarray(found.gains - expected.reshape(found.gains.shape))


def fit_lead_scale(samples: list[Sample], weights: Array) -> Array:
    """Return the error of the lead of one seat over another, in turns: at the end, and per turn left."""
    found, turns = [], []
    for each in samples:
        wrong = errors(each, weights)
        for left in range(1, 20):
            now = np.round(each.left) == left
            if now.sum() > ENOUGH:
                found.append(np.sqrt(((wrong[now, 0] - wrong[now, 1]) ** 2).mean()) / each.pace)
                turns.append((1.0, min(TURNS_PER_STAGE, left)))
    return np.asarray(LOGISTIC * np.linalg.lstsq(np.array(turns), np.array(found), rcond=None)[0])


def report(name: str, players: int, found: Sample, weights: Array) -> None:
    """Print the deviation of the errors, and that of the gains for comparison."""
    wrong = errors(found, weights)
    for first, last in BANDS:
        now = (found.left >= first) & (found.left < last)
        if now.sum() > ENOUGH:
            print(  # noqa: T201
                f"{name:8} {players} players, {first:2}-{last:2} turns left: deviation of gains "
                f"{found.gains[now].std():5.1f}, of errors {wrong[now].std():5.1f}"
            )


def parse_arguments(about: str | None) -> argparse.Namespace:
    """Parse the command line of a fit: the number of games, the seed, and the output file."""
    parser = argparse.ArgumentParser(description=(about or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="factor for the number of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=VALUES)
    return parser.parse_args()


def write(values: FittedWeights, file: Path) -> None:
    """Write the fitted weights."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1) + b"\n")


def main() -> None:
    """Fit and write."""
    options = parse_arguments(__doc__)
    samples = []
    for name, players, games in TABLES:
        samples.append(sample(name, players, max(20, int(games * options.scale)), options.seed))
        print(f"{name}, {players} players: {len(samples[-1].left):,} positions", flush=True)  # noqa: T201
    weights = fit(samples)
    scale = fit_lead_scale(samples, weights)
    for (name, players, _), found in zip(TABLES, samples, strict=True):
        report(name, players, found, weights)
    values = msgspec.structs.replace(
        fitted_weights(),
        value_weights=np.round(weights.reshape(STAGES, FEATURES), 4).tolist(),
        lead_scale=np.round(scale, 3).tolist(),
    )
    write(values, options.out)


if __name__ == "__main__":
    main()
