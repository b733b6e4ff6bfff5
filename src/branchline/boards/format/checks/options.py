"""Check the options that a map offers, and the presets made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.format.checks.wording import listed, unknown
from branchline.boards.format.finding import Finding
from branchline.boards.format.schema import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.boards.format.draft import Draft


def check_options(draft: Draft) -> Iterator[Finding]:
    """Options are known to the engine, and presets consist of the map's own options."""
    for name in draft.options:
        yield from unknown("option", name, OPTIONS, ("options", name), f"Use one of {listed(OPTIONS)}.")
    for name, preset in draft.presets.items():
        path = ("presets", name)
        for option in preset.options:
            yield from unknown("option", option, draft.options, path, "Add it to [options].")
        if name in draft.options:
            yield Finding("duplicate", path, f'"{name}" is also the name of an option.', "Rename the preset.")
