"""Fit the search bot's beliefs about others' tickets, and write the weights of the ticket features into the package.

`python -m tools.fit_beliefs` lets planners play on every built-in map (a minute), samples what another seat holds, and
finds the weights of the features that maximize the likelihood of the tickets held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

import branchline as bl
from branchline.bots.search.beliefs import ticket_features_at
from branchline.bots.search.bot import fitted_weights
from branchline.bots.search.records import TICKET_FEATURES, new_scratch
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.layout import packed
from tools.fit_value import parse_arguments, write

Array = np.ndarray[Any, Any]

TABLES = (("usa", 2, 150), ("usa", 4, 60), ("london", 2, 200), ("paris", 2, 200), ("uk", 2, 100), ("uk", 4, 40))
"""Map, players and games."""
EVERY = 12
"""One decision in this many is sampled, on average."""
RIDGE = 1e-3
STEPS = 25
TOLERANCE = 1e-6


@dataclass
class Sample:
    """A sample of a seat: the features of each ticket that it may hold, and which of them it holds."""

    features: Array
    held: Array


def interpolated(features: Array, part: float) -> Array:
    """Return the features weighted for the beginning and the end of the game, by the part of the pieces placed."""
    return np.concatenate([(1 - part) * features, part * features], axis=1)


def sample_seat(game: bl.Game, seat: int, scratch: Array) -> Sample:
    """Return what the seat on turn knows about another seat, and what that seat holds."""
    view, other = game.view(game.turn).record, game.view(seat).record
    ticket_features_at(packed(game.board), view, scratch, int64(seat))
    mine, theirs = int(view["held"][0, game.turn]), int(other["held"][0, seat])
    unseen = [ticket for ticket in range(len(game.board.tickets)) if not mine >> ticket & 1]
    part = 1 - int(view["pieces"][0, seat]) / game.board.spec.players.pieces
    held = np.array([theirs >> ticket & 1 for ticket in unseen], dtype=bool)
    return Sample(interpolated(scratch["ticket_features"][0][unseen], part), held)


def samples(name: str, players: int, games: int, seed: int) -> list[Sample]:
    """Let planners play, and sample another seat from time to time."""
    dice = np.random.default_rng(seed)
    scratch, planner = new_scratch(), bl.bot("planner")
    found = []
    for number in range(games):
        game = bl.new_game(name, players=players, seed=int(dice.integers(2**48)) + number)
        while not game.over:
            if game.phase == "turn" and dice.integers(EVERY) == 0:
                found.append(sample_seat(game, (game.turn + 1 + int(dice.integers(players - 1))) % players, scratch))
            game.play(planner.choose(game.view(game.turn)))
    return [sample for sample in found if sample.held.any()]


def loss_of(sample: Sample, weights: Array) -> tuple[float, Array, Array]:
    """Return the negative log-likelihood of the tickets held, with its gradient and Hessian."""
    scores = sample.features @ weights
    chances = np.exp(scores - scores.max())
    loss, first, second = 0.0, np.zeros(len(weights)), np.zeros((len(weights), len(weights)))
    for ticket in np.flatnonzero(sample.held):
        among = np.where(sample.held, 0.0, chances)
        among[ticket] = chances[ticket]
        among /= among.sum()
        mean = among @ sample.features
        loss -= float(np.log(among[ticket]))
        first += mean - sample.features[ticket]
        second += (sample.features * among[:, None]).T @ sample.features - np.outer(mean, mean)
    return loss, first, second


def fit(found: list[Sample]) -> Array:
    """Return the weights of maximum likelihood, by Newton's method; the problem is convex."""
    weights = np.zeros(2 * TICKET_FEATURES)
    for _ in range(STEPS):
        losses = [loss_of(sample, weights) for sample in found]
        first = sum(each for _, each, _ in losses) / len(found) + RIDGE * weights
        second = sum(each for _, _, each in losses) / len(found) + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(second, first)
        weights -= step / max(1.0, float(np.abs(step).max()) / 2)
        if np.abs(step).max() < TOLERANCE:
            break
    return weights


def likelihood(found: list[Sample], weights: Array) -> float:
    """Return the geometric mean of the probability that a ticket held is ranked first."""
    tickets = sum(int(sample.held.sum()) for sample in found)
    return float(np.exp(-sum(loss_of(sample, weights)[0] for sample in found) / tickets))


def main() -> None:
    """Fit and write."""
    options = parse_arguments(__doc__)
    tables = [
        (f"{name}, {players} players", samples(name, players, max(4, int(games * options.scale)), options.seed))
        for name, players, games in TABLES
    ]
    weights = fit([sample for _, found in tables for sample in found])
    for name, found in tables:
        blind = likelihood(found, np.zeros(2 * TICKET_FEATURES))
        print(  # noqa: T201
            f"{name:18} {len(found):5} samples: a ticket held is guessed with {likelihood(found, weights):.1%}, "
            f"without features with {blind:.1%}"
        )
    values = msgspec.structs.replace(
        fitted_weights(), belief_weights=np.round(weights.reshape(2, TICKET_FEATURES), 3).tolist()
    )
    write(values, options.out)


if __name__ == "__main__":
    main()
