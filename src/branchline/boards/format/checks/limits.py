"""Check a map against the engine's limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.format.finding import Finding
from branchline.boards.format.schema import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft
    from branchline.boards.format.finding import Path


class _Count(NamedTuple):
    path: Path
    what: str
    number: int
    limit: int


def check_limits(draft: Draft) -> Iterator[Finding]:
    """The map must fit into the engine's fixed-width records."""
    for path, what, number, limit in _counts(draft):
        if number > limit:
            yield Finding(
                "limit", path, f"The map has {number} {what}.", f"The engine supports at most {limit} {what}."
            )


def is_far_beyond(draft: Draft) -> bool:
    """Return whether the map exceeds a limit so much that checking all of it would take too long."""
    return any(count.number > 2 * count.limit for count in _counts(draft))


def _counts(draft: Draft) -> tuple[_Count, ...]:
    deck = sum((draft.colors or {}).values()) + (draft.cards.wild if draft.cards else 0)
    return (
        _Count(("cities",), "cities", len(draft.cities), Limits.CITIES),
        _Count(("routes", "tracks"), "routes", draft.route_count, Limits.ROUTES),
        _Count(("tickets", "cards"), "tickets", draft.ticket_count, Limits.TICKETS),
        _Count(("cards", "colors"), "card colors", len(draft.colors or ()), Limits.COLORS),
        _Count(("cards",), "cards", deck, Limits.CARDS),
        _Count(("technologies",), "technologies", len(draft.technologies), Limits.TECHNOLOGIES),
        _Count(("districts",), "districts", len(draft.districts), Limits.DISTRICTS),
    )
