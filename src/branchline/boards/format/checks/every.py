"""Run every check on a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.checks import (
    bonuses,
    limits,
    names,
    network,
    options,
    places,
    routes,
    setup,
    technologies,
    tickets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.boards.format.draft import Draft
    from branchline.boards.format.finding import Finding

CHECKS: tuple[Callable[[Draft], Iterator[Finding]], ...] = (
    limits.check_limits,
    names.check_names,
    names.check_texts,
    names.check_colors,
    places.check_swapped,
    routes.check_ends,
    routes.check_colors,
    routes.check_lengths,
    routes.check_scoring_table,
    routes.check_doubles,
    routes.check_ferries,
    routes.check_payable,
    network.check_connected,
    tickets.check_ends,
    tickets.check_duplicates,
    tickets.check_points,
    routes.check_color_use,
    setup.check_players,
    setup.check_spaces,
    setup.check_cards,
    setup.check_tickets,
    bonuses.check_districts,
    bonuses.check_groups,
    bonuses.check_flag,
    options.check_options,
    technologies.check_regions,
    technologies.check_claimable,
    technologies.check_useful,
)


def find_problems(draft: Draft) -> Iterator[Finding]:
    """Return everything that is wrong with a draft; if it is far beyond a limit, only that."""
    checks = (limits.check_limits,) if limits.is_far_beyond(draft) else CHECKS
    return (finding for check in checks for finding in check(draft))
