"""The fields of kernel records have as many dimensions for mypy as for NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

import pytest

from branchline.bots import kernel_games
from branchline.bots.guided import records as guided
from branchline.bots.learned import forked_games
from branchline.bots.learned import records as learned
from branchline.bots.planner import workspace
from branchline.bots.search import records as search
from branchline.engine.kernel import layout, types
from branchline.engine.rules import ticket_distances
from branchline.rl.kernel import step

if TYPE_CHECKING:
    import numpy as np

RECORDS = [
    (types.BoardRecord, layout.BOARD),
    (types.StateRecord, layout.STATE),
    (types.ActionList, layout.ACTION_LIST),
    (types.Trace, layout.NOTES),
    (workspace.Workspace, workspace.WORKSPACE),
    (search.SearchScratch, search.SCRATCH),
    (search.Tree, search.TREE),
    (guided.Guided, guided.GUIDED),
    (learned.Network, learned.NETWORK),
    (learned.Decision, learned.DECISION),
    (forked_games.TrainingTable, forked_games.TRAINING_TABLE),
    (kernel_games.MatchGame, kernel_games.MATCH_GAME),
    (ticket_distances.TicketDistances, ticket_distances.TICKET_DISTANCES),
    (ticket_distances.DistanceSearch, ticket_distances.DISTANCE_SEARCH),
    (step.StepScratch, step.SCRATCH),
]


@pytest.mark.parametrize(("record", "dtype"), RECORDS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_field_has_as_many_dimensions_as_its_type_says(record: type, dtype: np.dtype[Any]) -> None:
    ranks = {"Array": 1, "Rows": 1, "Matrix": 2, "Cube": 3}
    for name, hint in get_type_hints(record).items():
        origin = getattr(hint, "__origin__", hint)
        assert len(dtype[name].shape) == ranks.get(origin.__name__, 0), name
