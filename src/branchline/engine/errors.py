"""The errors of the engine; none of them changes the game."""

from __future__ import annotations

from branchline.errors import BranchlineError


class ActionError(BranchlineError, ValueError):
    """An action that was not played."""


class MalformedAction(ActionError):  # noqa: N818 (named as the rules page names them)
    """Something that cannot be an action: unknown names, impossible numbers.

    >>> from branchline.engine.game import new_game
    >>> try:
    ...     new_game("mini", players=2, seed=7).play("keep 9")
    ... except MalformedAction as error:
    ...     print(error)
    "keep 9": name the tickets to keep by their place in the offer, as in "keep 1 3".
    """


class IllegalAction(ActionError):  # noqa: N818
    """An action that is not legal now; `reason` is a code for programs, `sentence` is for people.

    >>> from branchline.engine.game import new_game
    >>> try:
    ...     new_game("mini", players=2, seed=7).play("draw deck")
    ... except IllegalAction as error:
    ...     error.reason, error.sentence
    ('not_now', 'First choose which tickets to keep.')
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


class StaleAction(ActionError):  # noqa: N818
    """An action that was chosen for an earlier position of the game.

    >>> from branchline.engine.game import new_game
    >>> game = new_game("mini", players=2, seed=7)
    >>> _ = game.play("keep 1", at=0)
    >>> game.play("keep 1", at=0)
    Traceback (most recent call last):
        ...
    branchline.engine.errors.StaleAction: This was chosen for move 1, but the game is at move 2.
    """


class BrokenSave(BranchlineError, ValueError):  # noqa: N818
    """A saved game that cannot be loaded; the message names the line."""

    exit_code = 2


class WrongMap(BrokenSave):
    """A saved game that was not played on the given map; `map_id` is the name of its own map."""

    def __init__(self, map_id: str, message: str) -> None:
        super().__init__(message)
        self.map_id = map_id
