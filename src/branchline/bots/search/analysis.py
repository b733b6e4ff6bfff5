"""What a search finds: the moves with their expected results, and what the others probably hold."""

from __future__ import annotations

import msgspec

from branchline.engine.actions import Action


class Prediction(msgspec.Struct, frozen=True):
    """What a trained network expects of a move, compared with the mean of the moves it compares."""

    points: float
    """The seat's final score."""
    routes: float
    """The part of it from routes."""
    tickets: float
    """The part from tickets, completed and missed."""
    bonuses: float
    """The part from everything else: the longest path, districts, flags, technologies."""
    rival: float
    """The final score of the best other seat."""
    win: float
    """The chance of winning."""


class MoveAnalysis(msgspec.Struct, frozen=True):
    """A move and its expected result."""

    action: Action
    visits: int
    share: float
    """The share of all playouts that tried this move."""
    margin: float
    """The expected final score, less that of the best other seat."""
    scores: list[float]
    """The expected final score of each seat."""
    wins: list[float]
    """The chance of winning of each seat."""
    line: list[Action]
    """The expected line of play, starting with this move."""
    prediction: Prediction | None = None
    """What the network expects, if the search has one."""


class HeldTicket(msgspec.Struct, frozen=True):
    """A ticket that another seat may hold."""

    seat: int
    ticket: int
    probability: float
    """As the search believes, by the routes that the seat has claimed."""


class Analysis(msgspec.Struct, frozen=True):
    """The result of a search: the moves, best first.

    >>> from branchline.bots.guided.bot import explain
    >>> from branchline.engine.game import new_game
    >>> view = new_game("mini", players=2, seed=7).view(0)
    >>> found = explain(view, playouts=100, seed=1)
    >>> found.playouts, view.notation(found.best)
    (100, 'keep 2')
    """

    seat: int
    moves: list[MoveAnalysis]
    playouts: int
    seconds: float
    others: list[HeldTicket] = []
    """The tickets that other seats probably hold, the most likely ones first."""

    @property
    def best(self) -> Action:
        """The best move."""
        return self.moves[0].action
