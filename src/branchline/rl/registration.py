"""The names under which Gymnasium makes the environments: `branchline/USA-v0` and so on, one for every built-in map."""

from __future__ import annotations

import gymnasium

from branchline.boards.format.files import SUFFIX
from branchline.boards.library import BUILT_IN

VERSION = 0
NAMESPACE = "branchline"
SHORT = 3
"""A map's name of so many letters is an abbreviation and is written large."""


def environment_id(map_id: str) -> str:
    """Return the id of a map's environment.

    >>> environment_id("usa"), environment_id("london")
    ('branchline/USA-v0', 'branchline/London-v0')
    """
    name = map_id.upper() if len(map_id) <= SHORT else map_id.capitalize()
    return f"{NAMESPACE}/{name}-v{VERSION}"


def register_all() -> None:
    """Register every built-in map, and `branchline/Map-v0` for maps of your own (`map="my_town.toml"`)."""
    maps = sorted(path.name.removesuffix(SUFFIX) for path in BUILT_IN.glob(f"*{SUFFIX}"))
    names = {environment_id(map_id): {"map": map_id} for map_id in maps}
    for name, settings in {**names, f"{NAMESPACE}/Map-v{VERSION}": {}}.items():
        gymnasium.register(
            name,
            entry_point="branchline.rl.gymnasium:BranchlineEnv",
            vector_entry_point="branchline.rl.gymnasium_vector:BranchlineVectorEnv",
            kwargs=settings,
            order_enforce=False,
            disable_env_checker=True,
        )
