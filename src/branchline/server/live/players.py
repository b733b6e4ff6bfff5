"""Names and colors of the players at a table: each name and each color is used once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Collection

PlayerColor: TypeAlias = Literal["navy", "magenta", "forest", "copper", "wine"]
COLORS: tuple[PlayerColor, ...] = get_args(PlayerColor)
FORMER_COLORS = {
    "blue": "navy", "purple": "magenta", "green": "forest", "orange": "copper", "red": "wine",
    "yellow": "copper", "black": "navy", "white": "magenta",
}  # fmt: skip
"""The colors that replace those in records of 0.2.0 and before, which were too close to the card colors."""


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

    >>> free_color("wine", {"wine", "navy"})
    'magenta'
    """
    return color if color not in taken else next(other for other in COLORS if other not in taken)


def current_color(color: str, taken: Collection[str] = ()) -> str:
    """Return the color, or a free one instead of a color that is no longer in use.

    >>> current_color("wine"), current_color("red"), current_color("red", {"wine"})
    ('wine', 'wine', 'navy')
    """
    return free_color(FORMER_COLORS[color], taken) if color in FORMER_COLORS else color


def shorten(text: str, longest: int) -> str:
    """Return text that is no longer than a length: cut after a whole word if there is one, and marked as cut.

    >>> shorten("Isambard Kingdom Brunel the Younger", 24), shorten("Llanfairpwllgwyngyll", 12)
    ('Isambard Kingdom Brunel…', 'Llanfairpwl…')
    """
    if len(text) <= longest:
        return text
    words = text[:longest].rpartition(" ")[0].rstrip(" ,;:-")
    return (words if len(words) > longest // 2 else text[: longest - 1]) + "…"
