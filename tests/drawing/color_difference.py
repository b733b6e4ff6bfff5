"""How different two colors look: CIEDE2000, to people with full color vision and with each kind of dichromacy."""

from __future__ import annotations

import math
from functools import cache

from branchline.boards.drawing.colors import channels

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISIONS = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE_POINT = (0.95047, 1.0, 1.08883)

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Triple = tuple[float, float, float]


def _times(matrix: Matrix, vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


@cache
def lab(color: str, vision: str = "full") -> Triple:
    """Return a color of the form #rrggbb in CIELAB, as somebody with this vision sees it."""
    red, green, blue = (_linear(channel) for channel in channels(color))
    seen = _times(VISIONS[vision], (red, green, blue))
    clipped = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    x, y, z = (_cube_root(value / white) for value, white in zip(_times(XYZ, clipped), WHITE_POINT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def difference(first: str, second: str, vision: str = "full") -> float:
    """Return the difference of two colors as CIEDE2000 defines it; 1 is just noticeable, 100 is black against white."""
    return ciede2000(lab(first, vision), lab(second, vision))


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the difference of two colors in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if (a, b) != (0, 0) else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    middle = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    lightness, chroma, hue = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mid_l, c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    s_l = 1 + 0.015 * (mid_l - 50) ** 2 / math.sqrt(20 + (mid_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c, 1 + 0.015 * c * t
    swing = 60 * math.exp(-(((middle - 275) / 25) ** 2))
    r = -2 * math.sqrt(c**7 / (c**7 + 25.0**7)) * math.sin(math.radians(swing))
    parts = lightness / s_l, chroma / s_c, hue / s_h
    return math.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + r * parts[1] * parts[2])


def _mean_hue(first: float, second: float) -> float:
    if abs(first - second) <= 180:
        return (first + second) / 2
    return (first + second + (360 if first + second < 360 else -360)) / 2
