"""Colors written as #rrggbb: mixing them, and their contrast as WCAG 2 defines it."""

from __future__ import annotations

import math
import re

HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue from 0 to 1.

    >>> channels("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(color: str) -> float:
    """Return the relative luminance of a color, from 0 to 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(color)]  # noqa: PLR2004 (WCAG)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(first: str, second: str, part: float) -> str:
    """Return the color at the fraction `part` of the way from the first to the second.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * part)):02x}" for a, b in pairs)


def readable_on(color: str, light: str = "#ffffff", dark: str = "#16181d") -> str:
    """Return the ink that has more contrast on a color."""
    return max((light, dark), key=lambda ink: contrast(ink, color))


def difference(first: str, second: str) -> float:
    """Return how different two colors look: their distance in CIELAB, where 2 is just visible.

    >>> round(difference("#ffffff", "#000000")), difference("#123456", "#123456")
    (100, 0.0)
    """
    return math.dist(_lab(first), _lab(second))


def _lab(color: str) -> tuple[float, float, float]:
    """Return lightness and the two opponent colors of CIELAB under daylight (D65)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(color))  # noqa: PLR2004 (sRGB)
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))  # noqa: PLR2004 (CIE)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def is_colorful(color: str) -> bool:
    """Return whether a color has a hue, unlike black, white and gray.

    >>> is_colorful("#2d2d31"), is_colorful("#2c69b0")
    (False, True)
    """
    return max(channels(color)) - min(channels(color)) > 0.12  # noqa: PLR2004 (less is seen as gray)
