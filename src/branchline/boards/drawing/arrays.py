"""The array types of the drawing code."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]
"""Positions or vectors; the last axis is x and y, or latitude and longitude."""
Floats: TypeAlias = NDArray[np.float64]
"""Any other numbers."""
Indices: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Shapes: TypeAlias = NDArray[np.object_]
"""Shapely geometries."""
