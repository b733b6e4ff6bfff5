"""SVG elements as text."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

Attributes: TypeAlias = dict[str, str | float | None]


def number(value: float) -> str:
    """Return a number with at most two decimals, as short as possible.

    >>> number(1.0), number(0.456), number(-0.001)
    ('1', '0.46', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(element: str, *content: str, **attributes: str | float | None) -> str:
    """Return an element; `_` in an attribute's name becomes `-`, and attributes without a value are left out.

    >>> tag("rect", x=1.5, stroke_width=2, rx=None)
    '<rect x="1.5" stroke-width="2"/>'
    """
    parts = [
        f' {name.strip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None and value != ""
    ]
    inside = "".join(content)
    return f"<{element}{''.join(parts)}>{inside}</{element}>" if inside else f"<{element}{''.join(parts)}/>"


def move(x: float, y: float, turn: float = 0.0, scale: float = 1.0, stretch: float = 1.0) -> str:
    """Return the transform that scales or stretches an element, rotates it and moves it to a point.

    >>> move(3, 4, 90, 0.5)
    'translate(3.0 4.0)rotate(90)scale(0.5)'
    """
    rotation = f"rotate({number(turn)})" if turn else ""
    lengthening = f"scale({number(stretch)} 1)" if stretch != 1 else ""
    return f"translate({x:.1f} {y:.1f}){rotation}{enlarge(scale) if scale != 1 else lengthening}"


def enlarge(scale: float) -> str:
    """Return the transform that scales an element."""
    return f"scale({scale:.5g})"


def name_id(name: str) -> str:
    """Return a name escaped for use in an id.

    >>> name_id("space-light blue")
    'space-light_20blue'
    """
    return "".join(letter if letter.isalnum() or letter == "-" else f"_{ord(letter):x}" for letter in name)
