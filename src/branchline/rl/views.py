"""Views as observations, so that a trained network can play as a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import decode
from branchline.rl.games import Games

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.actions import Action
    from branchline.engine.views import View
    from branchline.rl.encoding.observation import Array, ObservationLayout


class ViewEncoder:
    """Encodes the views of one board exactly as the environments encode their games.

    >>> import branchline as bl
    >>> game = bl.new_game("mini", players=2, seed=7)
    >>> encoder = ViewEncoder(game.board)
    >>> observation, mask = encoder.encode(game.view(0))
    >>> encoder.action(game.view(0), int(mask.argmax())) in game.legal
    True
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._games = Games(board)
        self._games.deal()

    @property
    def layout(self) -> ObservationLayout:
        """The slices of an observation, and their scale."""
        return self._games.encoding.layout

    def encode(self, view: View) -> tuple[Array, Array]:
        """Return the observation and the mask of legal actions of the view's seat, which has to decide."""
        records, _ = view.deciding_record()
        self._games.set_state_bytes(records.tobytes())
        self._games.refresh()
        return self._games.observations[0].copy(), self._games.masks[0].copy()

    def action(self, view: View, number: int) -> Action:
        """Return the action with a number of the environments' action space; one that is not legal raises an error."""
        records, seat_bits = view.deciding_record()
        self._games.set_state_bytes(records.tobytes())
        self._games.refresh()
        if not 0 <= number < self._games.encoding.actions.n or not self._games.masks[0, number]:
            raise self._games.refuse(0, number)
        code = self._games.code(0, number)
        return decode(self.board, code | seat_bits)
