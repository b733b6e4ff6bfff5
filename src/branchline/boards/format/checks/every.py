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

MODULES = (limits, names, places, routes, network, tickets, setup, bonuses, options, technologies)
"""The modules with checks, in the order in which their findings about one line are reported."""
CHECKS: tuple[Callable[[Draft], Iterator[Finding]], ...] = tuple(
    check for module in MODULES for name, check in vars(module).items() if name.startswith("check_")
)
"""Every public function of these modules whose name begins with `check_`."""


def find_problems(draft: Draft) -> Iterator[Finding]:
    """Return everything that is wrong with a draft; if it is far beyond a limit, only that."""
    checks = (limits.check_limits,) if limits.is_far_beyond(draft) else CHECKS
    return (finding for check in checks for finding in check(draft))
