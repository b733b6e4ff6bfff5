"""Check the technologies: what they open, and whether every route can be claimed with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.checks.wording import count, ends, listed, unknown
from branchline.boards.format.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft
    from branchline.boards.format.schema import Technology

NO_EFFECT = {"copies", "cost", "effect", "advanced", "until_reshuffle"}
"""The keys of a technology that say how it is sold."""


def check_regions(draft: Draft) -> Iterator[Finding]:
    """The regions that are open or can be opened are regions of some city (K4)."""
    known = dict.fromkeys(region for region in draft.cities.values() if region)
    fix = f"The cities have the regions {listed(known)}." if known else "No city has a region."
    for name, technology in draft.technologies.items():
        for region in technology.opens_regions:
            yield from unknown("region", region, known, ("technologies", name), fix)
    if draft.without_technology:
        for region in draft.without_technology.regions:
            yield from unknown("region", region, known, ("without_technology", "regions"), fix)


def check_claimable(draft: Draft) -> Iterator[Finding]:
    """A player with all technologies can claim every route (K3-K5)."""
    start = draft.without_technology
    if not start:
        return
    technologies = list(draft.technologies.values())
    open_regions = {"", *start.regions, *(region for each in technologies for region in each.opens_regions)}
    open_lengths = {length for each in technologies for length in each.opens_lengths}
    open_ferries = start.ferries or any(each.opens_ferries for each in technologies)
    for path, route in draft.valid_routes:
        regions = dict.fromkeys(draft.cities[city] for city in (route.a, route.b))
        closed = [f"the region {region}" for region in regions if region not in open_regions]
        if route.length > start.longest and route.length not in open_lengths:
            closed.append(count(route.length, "space"))
        if route.extras.ferry and not open_ferries:
            closed.append("ferries")
        if closed and not route.extras.free:
            message = f"{ends(route)} can never be claimed: no technology opens {' or '.join(closed)}."
            yield Finding("closed", path, message, "Add such a technology or mark the route `free = true`.")


def check_useful(draft: Draft) -> Iterator[Finding]:
    """A technology can be bought; warn about effects that never count."""
    for name, technology in draft.technologies.items():
        path = ("technologies", name)
        if technology.advanced and "advanced" not in draft.options:
            message = f"{name} is an advanced technology, but the map has no `advanced` option."
            yield Finding("unsold", path, message, 'Add `advanced = { about = "…" }` to [options].')
        opens = technology.opens_regions or technology.opens_lengths or technology.opens_ferries
        if opens and not draft.without_technology and "without_technology" not in draft.raw:
            message = f"{name} opens only what is never closed."
            fix = "Add a section [without_technology] that says what is closed at first."
            yield Finding("useless", path, message, fix, is_warning=True)
        if len(effects := _effects(technology)) > 1 and (technology.claims_held_route or technology.second_route):
            message = f"{name} goes back on sale at the end of the turn: {listed(effects[1:])} never counts."
            yield Finding("useless", path, message, "Give it only one effect.", is_warning=True)


def _effects(technology: Technology) -> list[str]:
    """Return the keys of the effects that a technology has, those for one turn first."""
    keys = ("claims_held_route", "second_route", *sorted(set(technology.__struct_fields__) - NO_EFFECT))
    return [key for key in dict.fromkeys(keys) if getattr(technology, key)]
