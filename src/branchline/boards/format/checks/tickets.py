"""Check the tickets: their ends, their points, and that none occurs twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.checks.network import Distances
from branchline.boards.format.checks.wording import count, unknown_city
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft

TOLERANCE = 3
"""A ticket's points may always differ by this much from the spaces of its shortest path."""


def check_ends(draft: Draft) -> Iterator[Finding]:
    """A ticket leads from one city or group to another that can be reached."""
    known, distances = [*draft.cities, *draft.groups], Distances(draft)
    for path, ticket in draft.tickets:
        unknown = [
            finding
            for end in (ticket.a, ticket.b)
            for finding in unknown_city(end, known, path, "[cities] or [groups]")
        ]
        yield from unknown
        starts, goals = draft.cities_of(ticket.a), draft.cities_of(ticket.b)
        if ticket.a == ticket.b or set(starts) & set(goals):
            message = f"The ends of this ticket, {ticket.a} and {ticket.b}, have a city in common."
            yield Finding("self", path, message, "Choose two different ends.")
        elif not unknown and distances.between(starts, goals) is None:
            message = f"No path connects {ticket.a} and {ticket.b}."
            yield Finding("unreachable", path, message, "Add routes or change the ticket.")


def check_duplicates(draft: Draft) -> Iterator[Finding]:
    """No two tickets have the same ends."""
    first: dict[frozenset[str], int] = {}
    for path, ticket in draft.tickets:
        row = int(path[-1]) + 1
        other = first.setdefault(frozenset((ticket.a, ticket.b)), row)
        if other != row:
            message = f"{ticket.a}–{ticket.b} repeats the ticket in row {other}."
            yield Finding("duplicate", path, message, "Remove one of them.")


def check_points(draft: Draft) -> Iterator[Finding]:
    """Warn about a ticket whose points are far from the spaces of its shortest path."""
    distances = Distances(draft)
    for path, ticket in draft.tickets:
        spaces = distances.between(draft.cities_of(ticket.a), draft.cities_of(ticket.b))
        if spaces and _are_far_apart(ticket.points, spaces):
            compared = "more" if ticket.points > spaces else "less"
            message = (
                f"{ticket.a}–{ticket.b} is worth {count(ticket.points, 'point')}, "
                f"far {compared} than the {count(spaces, 'space')} of its shortest path."
            )
            yield Finding(
                "worth",
                path,
                message,
                f"About {spaces} {'point' if spaces == 1 else 'points'} would be usual.",
                is_warning=True,
            )


def _are_far_apart(points: int, spaces: int) -> bool:
    """Return whether one is more than twice the other, and by more than the tolerance."""
    return max(points, spaces) > 2 * min(points, spaces) and abs(points - spaces) > TOLERANCE
