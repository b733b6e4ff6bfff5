"""The record types that mypy sees name exactly the fields that the kernel lays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

import pytest

from branchline.bots import kernel_games
from branchline.bots.planner import workspace
from branchline.bots.search import records
from branchline.engine.kernel import layout
from branchline.engine.kernel import types as kernel_types
from branchline.engine.rules import ticket_distances
from branchline.rl.kernel import step

if TYPE_CHECKING:
    import numpy as np

NAMES = {
    **vars(kernel_types),
    "Workspace": workspace.Workspace,
    "DistanceSearch": ticket_distances.DistanceSearch,
}

PAIRS = [
    (kernel_types.BoardRecord, layout.BOARD),
    (kernel_types.StateRecord, layout.STATE),
    (workspace.Workspace, workspace.WORKSPACE),
    (records.SearchScratch, records.SCRATCH),
    (records.Tree, records.TREE),
    (kernel_games.MatchGame, kernel_games.MATCH_GAME),
    (ticket_distances.TicketDistances, ticket_distances.TICKET_DISTANCES),
    (ticket_distances.DistanceSearch, ticket_distances.DISTANCE_SEARCH),
    (step.StepScratch, step.SCRATCH),
]


@pytest.mark.parametrize(("stub", "dtype"), PAIRS, ids=lambda pair: getattr(pair, "__name__", "dtype"))
def test_a_record_type_names_the_fields_of_its_dtype(stub: type, dtype: np.dtype[Any]) -> None:
    assert list(stub.__annotations__) == list(dtype.names or ())


@pytest.mark.parametrize(("stub", "dtype"), PAIRS, ids=lambda pair: getattr(pair, "__name__", "dtype"))
def test_a_field_has_as_many_dimensions_as_its_type_says(stub: type, dtype: np.dtype[Any]) -> None:
    ranks = {"Array": 1, "Rows": 1, "Matrix": 2, "Cube": 3}
    for name, hint in get_type_hints(stub, NAMES).items():
        origin = getattr(hint, "__origin__", hint)
        assert len(dtype[name].shape) == ranks.get(origin.__name__, 0), name
