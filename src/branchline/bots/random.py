"""The random policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.entry_points import roll
from branchline.engine.kernel.compilation import inline
from branchline.engine.rules.listing import count_legal, nth_legal

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, StateRecord


@inline
def choose_randomly(board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Choose any legal action, each equally likely."""
    return nth_legal(board, listed, roll(workspace.dice, count_legal(board, view, listed)))
