"""The fit of a network to samples, with PyTorch: which moves bring more than the other moves of their position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from branchline.bots.learned.inputs import MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.learned.records import OUTPUTS, OWN, RIVAL, TURNS_PER_UNIT, WIDTH_1, WIDTH_2, WIN, new_network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.arena.training.samples import Samples
    from branchline.bots.learned.bot import LearnedParameters
    from branchline.engine.kernel.layout import Records

    Array = np.ndarray[Any, Any]

SMALLEST_BATCH, LARGEST_BATCH = 64, 1024
"""Positions per step: more of them give less noise, but a pass over few samples must have enough steps."""
STEPS_PER_PASS = 64
HELD_OUT = 0.1
"""The share of the positions that the fit is judged by."""
IMPORTANCE = np.array([1.0, 1.0, 1.0, 0.3, 0.3])
"""Of each output in the loss: the parts of the own points only explain choices."""
PATIENCE = 3
"""Passes over the samples without an improvement after which the fit ends."""


@dataclass
class Fit:
    """A fitted network, and what it is worth on positions that it was not fitted to."""

    network: Records
    explained: float
    """The share of the variance between the moves of a position that the network predicts; most of it is chance."""
    gain: float
    """How much its choices beat the planner's, in turns per decision: what a turn is worth depends on the board."""
    gain_error: float
    """The standard error of the gain."""
    changed: float
    """The share of decisions in which it chooses another move than the planner."""


class MoveNetwork(nn.Module):
    """The network as PyTorch trains it; `bots.learned.network` is the same in compiled code."""

    def __init__(self) -> None:
        super().__init__()
        self.position = nn.Linear(POSITION_FEATURES, WIDTH_1, bias=False)
        self.move = nn.Linear(MOVE_FEATURES, WIDTH_1)
        self.second = nn.Linear(WIDTH_1, WIDTH_2)
        self.output = nn.Linear(WIDTH_2, OUTPUTS, bias=False)
        nn.init.zeros_(self.output.weight)

    def forward(self, positions: torch.Tensor, counts: torch.Tensor, moves: torch.Tensor) -> torch.Tensor:
        """Return the outputs of every move."""
        shared = torch.repeat_interleave(self.position(positions), counts, dim=0)
        hidden = torch.relu(shared + self.move(moves))
        return self.output(torch.relu(self.second(hidden)))  # type: ignore[no-any-return]

    def weights(self) -> Records:
        """Return the weights as the kernel's record."""
        network = new_network()
        record = network[0]
        record["position_weights"] = self.position.weight.detach().numpy().T
        record["move_weights"] = self.move.weight.detach().numpy().T
        record["bias_1"] = self.move.bias.detach().numpy()
        record["weights_2"] = self.second.weight.detach().numpy().T
        record["bias_2"] = self.second.bias.detach().numpy()
        record["outputs"] = self.output.weight.detach().numpy().T
        return network

    def load(self, network: Records) -> None:
        """Start from the weights of a record."""
        record = network[0]
        with torch.no_grad():
            self.position.weight.copy_(torch.from_numpy(record["position_weights"].T.copy()))
            self.move.weight.copy_(torch.from_numpy(record["move_weights"].T.copy()))
            self.move.bias.copy_(torch.from_numpy(record["bias_1"].copy()))
            self.second.weight.copy_(torch.from_numpy(record["weights_2"].T.copy()))
            self.second.bias.copy_(torch.from_numpy(record["bias_2"].copy()))
            self.output.weight.copy_(torch.from_numpy(record["outputs"].T.copy()))


def centered(values: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Subtract from each move the mean over the moves of its position."""
    owners = torch.repeat_interleave(torch.arange(len(counts)), counts)
    sums = torch.zeros(len(counts), values.shape[1]).index_add_(0, owners, values)
    return values - (sums / counts[:, None])[owners]


@dataclass
class Batch:
    """Some positions and all of their moves."""

    positions: torch.Tensor
    counts: torch.Tensor
    moves: torch.Tensor
    outcomes: torch.Tensor
    """Relative to the mean of the position."""


def batches(samples: Samples, places: Array, size: int = LARGEST_BATCH) -> Iterator[Batch]:
    """Yield the positions at these places, a batch at a time."""
    starts = np.concatenate([[0], np.cumsum(samples.counts[:-1], dtype=np.int64)])
    for first in range(0, len(places), size):
        chosen = places[first : first + size]
        counts = samples.counts[chosen].astype(np.int64)
        before = np.cumsum(counts) - counts
        rows = np.repeat(starts[chosen] - before, counts) + np.arange(counts.sum())
        many = torch.from_numpy(counts)
        yield Batch(
            torch.from_numpy(samples.positions[chosen].astype(np.float32)),
            many,
            torch.from_numpy(samples.moves[rows].astype(np.float32)),
            centered(torch.from_numpy(samples.outcomes[rows].astype(np.float32)), many),
        )


def fit(
    samples: Samples,
    parameters: LearnedParameters,
    *,
    start: Records | None = None,
    passes: int = 12,
    rate: float = 2e-3,
    seed: int = 0,
) -> Fit:
    """Fit a network to samples; stop when positions that were held out are no longer predicted better."""
    torch.manual_seed(seed)
    order = np.random.default_rng(seed).permutation(len(samples.counts))
    held_out, rest = np.split(order, [max(1, int(HELD_OUT * len(order)))])
    network = MoveNetwork()
    if start is not None:
        network.load(start)
    scale = samples.outcomes.std(axis=0).clip(1e-3)
    weights = torch.from_numpy((IMPORTANCE / scale**2).astype(np.float32))
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    size = min(LARGEST_BATCH, max(SMALLEST_BATCH, len(rest) // STEPS_PER_PASS))
    steps = passes * (len(rest) // size + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    best, least, since = network.weights(), np.inf, 0
    for number in range(passes):
        network.train()
        for batch in batches(samples, np.random.default_rng((seed, number)).permutation(rest), size):
            optimizer.zero_grad()
            _loss(network, batch, weights).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            loss = float(np.mean([float(_loss(network, batch, weights)) for batch in batches(samples, held_out)]))
        if loss < least:
            best, least, since = network.weights(), loss, 0
        else:
            since += 1
            if since == PATIENCE:
                break
    network.load(best)
    return judge(network, samples, held_out, parameters)


def _loss(network: MoveNetwork, batch: Batch, weights: torch.Tensor) -> torch.Tensor:
    """Return the weighted squared error of the predicted differences between moves."""
    predicted = centered(network(batch.positions, batch.counts, batch.moves), batch.counts)
    return ((predicted - batch.outcomes) ** 2 * weights).mean()


def judge(network: MoveNetwork, samples: Samples, places: Array, parameters: LearnedParameters) -> Fit:
    """Return what a network is worth on some of the samples."""
    utility = torch.zeros(OUTPUTS)
    utility[[OWN, RIVAL, WIN]] = torch.tensor([1.0, -parameters.rivalry, parameters.winning])
    gains: list[Array] = []
    error = variance = 0.0
    with torch.no_grad():
        for batch in batches(samples, places):
            predicted = centered(network(batch.positions, batch.counts, batch.moves), batch.counts) @ utility
            found = batch.outcomes @ utility
            error += float(((predicted - found) ** 2).sum())
            variance += float((found**2).sum())
            gains.append(_gains(predicted.numpy(), found.numpy(), batch.counts.numpy(), parameters.caution))
    gain = np.concatenate(gains)
    spread = float(gain[:, 0].std() / np.sqrt(len(gain)))
    return Fit(
        network.weights(),
        1.0 - error / max(variance, 1e-9),
        TURNS_PER_UNIT * float(gain[:, 0].mean()),
        TURNS_PER_UNIT * spread,
        float(gain[:, 1].mean()),
    )


def _gains(predicted: Array, found: Array, counts: Array, caution: float) -> Array:
    """Return for each position the gain of the network's choice over the planner's, and whether it differs."""
    starts = np.cumsum(counts) - counts
    rows = np.zeros((len(counts), 2))
    for place, (first, number) in enumerate(zip(starts, counts, strict=True)):
        expected = predicted[first : first + number].copy()
        expected[0] += caution
        best = int(expected.argmax())
        rows[place] = found[first + best] - found[first], best != 0
    return rows
