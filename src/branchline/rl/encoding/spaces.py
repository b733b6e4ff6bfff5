"""The spaces that PettingZoo and Gymnasium ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from branchline.rl.encoding.observation import OBSERVATION, ObservationLayout
from branchline.rl.errors import WrongActionError

if TYPE_CHECKING:
    from branchline.rl.encoding.observation import Array

HIGHEST = 10_000
"""A bound for every number of an observation, and its negative."""


class LegalActions(Discrete):
    """All actions of a map; `sample()` without a mask samples one that is legal now.

    After `seed()` and until the next reset or step, it samples from the actions that are legal at the beginning of a
    game, so that a seeded sample does not depend on the position of the environment.
    """

    def __init__(self, number: int, mask: Array, opening: Array) -> None:
        super().__init__(number)
        self._mask = mask
        self._opening = opening
        self._seeded = False

    def seed(self, seed: int | None = None) -> Any:
        """Seed the next samples."""
        self._seeded = True
        return super().seed(seed)

    def follow(self) -> None:
        """Sample from the current mask again."""
        self._seeded = False

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Sample an action: from the mask, by the probabilities, or from what is legal now."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        # What Discrete would choose from this mask, without the checks that it makes of any mask.
        legal = self._mask.nonzero()[0]
        if self._seeded or not legal.size:
            legal = self._opening.nonzero()[0]
        return legal[self.np_random.integers(0, legal.size)]


def observation_space(layout: ObservationLayout, form: str) -> Space[Any]:
    """Return the space of an observation in a form."""
    if form == "flat":
        return Box(-HIGHEST, HIGHEST, (layout.size,), OBSERVATION)
    if form == "scaled":
        return Box(-HIGHEST, HIGHEST, (layout.size,), np.float32)
    zeros = np.zeros(layout.size, dtype=OBSERVATION)
    example = layout.as_dict(zeros) if form == "dict" else layout.as_graph(zeros)
    return Dict({name: Box(-HIGHEST, HIGHEST, part.shape, part.dtype.type) for name, part in example.items()})


def action_number(action: object, number: int) -> int:
    """Return an action as a plain integer, or raise an error if it is none."""
    if type(action) in (int, np.int64):  # the usual types, which need no check
        return int(action)  # type: ignore[call-overload, no-any-return]
    given = np.asarray(action)
    if given.shape != () or given.dtype.kind not in "iu":
        what = f"an array of shape {given.shape} and {given.dtype}" if given.shape else repr(action)
        raise WrongActionError(f"An action is one integer from 0 to {number - 1}, not {what}.")
    return int(given)
