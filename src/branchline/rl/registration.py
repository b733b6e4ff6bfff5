"""The ids under which Gymnasium makes the environments: `branchline/USA-v0` and so on, one for every built-in map."""

from __future__ import annotations

import gymnasium

from branchline.boards.format.files import SUFFIX
from branchline.boards.library import BUILT_IN

VERSION = 0
NAMESPACE = "branchline"
ABBREVIATION = 3
"""A map name of at most this many letters is an abbreviation and is written in capitals."""


def environment_id(map_id: str) -> str:
    """Return the id of a map's environment.

    >>> environment_id("usa"), environment_id("london")
    ('branchline/USA-v0', 'branchline/London-v0')
    """
    name = map_id.upper() if len(map_id) <= ABBREVIATION else map_id.capitalize()
    return f"{NAMESPACE}/{name}-v{VERSION}"


def register_all() -> None:
    """Register every built-in map, and `branchline/Map-v0` for your own maps (`map="my_town.toml"`)."""
    maps = sorted(path.name.removesuffix(SUFFIX) for path in BUILT_IN.glob(f"*{SUFFIX}"))
    settings = {environment_id(map_id): {"map": map_id} for map_id in maps}
    for name, arguments in {**settings, f"{NAMESPACE}/Map-v{VERSION}": {}}.items():
        gymnasium.register(
            name,
            entry_point="branchline.rl.gymnasium:BranchlineEnv",
            vector_entry_point="branchline.rl.gymnasium_vector:BranchlineVectorEnv",
            kwargs=arguments,
            order_enforce=False,
            disable_env_checker=True,
        )
