"""Branchline: route-building train board games to play, to study and to draw maps for.

>>> import branchline as bl
>>> bl.load_map("usa").spec.about.name
'USA'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from branchline._version import __version__ as __version__
    from branchline.boards.library import load_map as load_map
    from branchline.errors import BranchlineError as BranchlineError

# Where each public name lives. It is imported when first used, so that `import branchline`
# costs nothing and `branchline --help` loads neither NumPy nor Numba.
_HOMES = {
    "BranchlineError": "branchline.errors",
    "__version__": "branchline._version",
    "load_map": "branchline.boards.library",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 (whatever lives there)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
