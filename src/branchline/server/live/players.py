"""Names and colors of the players at a table: each name and each color is used once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Collection

PlayerColor: TypeAlias = Literal["blue", "red", "green", "yellow", "black", "purple", "orange", "white"]
COLORS: tuple[PlayerColor, ...] = get_args(PlayerColor)


def bot_name(level: str) -> str:
    """Return the name of a bot of a level.

    >>> bot_name("medium"), bot_name("search:time=500ms")
    ('Medium bot', 'Search bot')
    """
    return f"{level.partition(':')[0].capitalize()} bot"


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it is taken.

    >>> free_name("Ada", {"Ada", "Ada 2"})
    'Ada 3'
    """
    number, tried = 2, name
    while tried in taken:
        tried, number = f"{name} {number}", number + 1
    return tried


def free_color(color: str, taken: Collection[str]) -> str:
    """Return the color, or the first free one if it is taken.

    >>> free_color("red", {"red", "blue"})
    'green'
    """
    return color if color not in taken else next(other for other in COLORS if other not in taken)
