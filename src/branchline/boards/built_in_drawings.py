"""Draw the built-in maps into the package when it is built: `python -m branchline.boards.built_in_drawings`."""

from __future__ import annotations

from branchline.boards.draw import draw_into_package
from branchline.boards.library import find_maps


def main() -> None:
    """Draw every built-in map whose drawing is missing or out of date."""
    draw_into_package(file.spec for file in find_maps() if file.built_in)


if __name__ == "__main__":
    main()
