"""Ways of choosing an action: most of them odd on purpose, so that the corners of the rules are reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from branchline.boards.board import WILD
from branchline.engine.kernel.codes import (
    BUY,
    CLAIM,
    DECK,
    DRAW,
    DRAW_BLIND,
    KEEP,
    KIND_MASK,
    PASS,
    TAKE_TICKETS,
    TARGET,
    TARGET_MASK,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Codes: TypeAlias = Any
"""An array of codes, of their kinds, or of what is wished among them."""
Wish: TypeAlias = "Callable[[Codes, Codes], Codes]"
"""Tells of kinds and targets which are wished for."""


def is_a(*wanted: int) -> Wish:
    """Wish for an action of these kinds."""
    return lambda kinds, targets: np.isin(kinds, wanted)


def draws_color(kinds: Codes, targets: Codes) -> Codes:
    """Wish for a colored card of the market."""
    return (kinds == DRAW) & (targets < WILD)


def draws_blind(kinds: Codes, targets: Codes) -> Codes:
    """Wish for a card of the deck."""
    return (kinds == DRAW_BLIND) | ((kinds == DRAW) & (targets == DECK))


def keeps_all(kinds: Codes, targets: Codes) -> Codes:
    """Wish for every ticket of an offer."""
    return (kinds == KEEP) & np.isin(targets, (1, 3, 7, 15, 31))


POLICIES: dict[str, tuple[Wish, ...]] = {
    # The first wish that some legal action fulfils is followed, nine times of ten.
    "uniform": (),
    "builder": (is_a(CLAIM),),
    "hoarder": (is_a(DRAW, DRAW_BLIND), is_a(TAKE_TICKETS)),
    "color hoarder": (draws_color, draws_blind, is_a(TAKE_TICKETS)),
    "blind hoarder": (draws_blind, is_a(TAKE_TICKETS), is_a(DRAW)),
    "collector": (keeps_all, is_a(TAKE_TICKETS), is_a(DRAW)),
    "inventor": (is_a(BUY), is_a(CLAIM)),
    "idler": (is_a(PASS), is_a(DRAW)),
}


def choose(codes: Codes, policy: str, random: Random) -> int:
    """Choose one of the legal actions; the kinds of action are equally likely where nothing is wished."""
    kinds, targets = codes & KIND_MASK, codes >> TARGET & TARGET_MASK
    for wish in POLICIES[policy]:
        wished = codes[wish(kinds, targets)]
        if wished.size and random.random() < 0.9:
            return int(random.choice(wished))
    if policy == "uniform":
        return int(random.choice(codes))
    kind = random.choice(np.unique(kinds))
    return int(random.choice(codes[kinds == kind]))
