"""SVG elements as text."""

from __future__ import annotations

from html import escape

Attributes = dict[str, str | float | None]


def number(value: float) -> str:
    """A number in as few letters as two decimals need.

    >>> number(1.0), number(0.456), number(-0.001)
    ('1', '0.46', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(element: str, *content: str, **attributes: str | float | None) -> str:
    """An element; attribute names are written with _ for -, and those without a value are left out.

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


def move(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """A transform: to a place, turned, scaled."""
    turned = f"rotate({number(turn)})" if turn else ""
    scaled = f"scale({scale:.5g})" if scale != 1 else ""
    return f"translate({x:.1f} {y:.1f}){turned}{scaled}"


def name_id(name: str) -> str:
    """A color's name as a part of an id."""
    return "".join(letter if letter.isalnum() else f"_{ord(letter):x}" for letter in name)
