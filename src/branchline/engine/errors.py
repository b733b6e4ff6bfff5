"""The errors of the engine; after each of them the game is as it was before."""

from __future__ import annotations

from branchline.errors import BranchlineError


class ActionError(BranchlineError, ValueError):
    """An action that was not played."""


class MalformedAction(ActionError):  # noqa: N818 (named as the rules page names them)
    """No action at all: unknown names, impossible numbers."""


class IllegalAction(ActionError):  # noqa: N818
    """An action that the rules do not allow now; `reason` is a code for programs, the text is for people."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


class StaleAction(ActionError):  # noqa: N818
    """An action meant for an earlier moment of the game."""


class BrokenSave(BranchlineError, ValueError):  # noqa: N818
    """A saved game that cannot be loaded; names the line."""

    exit_code = 2
