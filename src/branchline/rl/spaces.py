"""The spaces that PettingZoo and Gymnasium ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from branchline.rl.errors import WrongActionError
from branchline.rl.observation import OBSERVATION, Observation

if TYPE_CHECKING:
    from branchline.rl.observation import Array

HIGHEST = 10_000
"""Above every number of an observation; below its opposite is none."""


class LegalActions(Discrete):
    """All actions of a map; `sample()` without a mask draws from those that are legal at this moment.

    After `seed()` and until the next reset or step it draws from those legal when a game begins: a seeded sample is
    then the same wherever the environment stood before.
    """

    def __init__(self, number: int, mask: Array, opening: Array) -> None:
        super().__init__(number)
        self._mask = mask
        self._opening = opening
        self._seeded = False

    def seed(self, seed: int | None = None) -> Any:
        """Seed the samples to come."""
        self._seeded = True
        return super().seed(seed)

    def follow(self) -> None:
        """Sample from now on what is legal where the environment stands."""
        self._seeded = False

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw an action: of the mask, by the probabilities, or of what is legal now."""
        if mask is None and probability is None:
            mask = self._opening if self._seeded or not self._mask.any() else self._mask
        return super().sample(mask, probability)


def observation_space(layout: Observation, form: str) -> Space[Any]:
    """Return the space of an observation in a form."""
    if form == "flat":
        return Box(-HIGHEST, HIGHEST, (layout.size,), OBSERVATION)
    if form == "scaled":
        return Box(-HIGHEST, HIGHEST, (layout.size,), np.float32)
    example = layout.form(form, np.zeros(layout.size, dtype=OBSERVATION))
    return Dict({name: Box(-HIGHEST, HIGHEST, part.shape, part.dtype.type) for name, part in example.items()})


def whole_number(action: Any, number: int) -> int:
    """Return an action as a plain number, or refuse what is none."""
    given = np.asarray(action)
    if given.shape != () or given.dtype.kind not in "iu":
        what = f"an array of shape {given.shape} and {given.dtype}" if given.shape else repr(action)
        raise WrongActionError(f"An action is one whole number from 0 to {number - 1}, not {what}.")
    return int(given)
