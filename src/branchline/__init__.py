"""Branchline: a platform for route-building train board games.

>>> import branchline as bl
>>> bl.load_map("usa").spec.about.name
'USA'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from branchline._version import __version__ as __version__
    from branchline.analysis.judgement import Judgement as Judgement
    from branchline.analysis.judgement import judge as judge
    from branchline.analysis.review import review as review
    from branchline.analysis.review_data import Review as Review
    from branchline.arena.facade import simulate as simulate
    from branchline.arena.facade import tournament as tournament
    from branchline.arena.facade import write_report as write_report
    from branchline.arena.results import Results as Results
    from branchline.arena.rows import Rows as Rows
    from branchline.arena.tournament import Standings as Standings
    from branchline.boards.board import Board as Board
    from branchline.boards.library import MapFile as MapFile
    from branchline.boards.library import load_map as load_map
    from branchline.bots.base import Bot as Bot
    from branchline.bots.base import Clock as Clock
    from branchline.bots.guided.bot import explain as explain
    from branchline.bots.registry import bot as bot
    from branchline.bots.search.analysis import Analysis as Analysis
    from branchline.engine.actions import Action as Action
    from branchline.engine.actions import Buy as Buy
    from branchline.engine.actions import Claim as Claim
    from branchline.engine.actions import Draw as Draw
    from branchline.engine.actions import DrawBlind as DrawBlind
    from branchline.engine.actions import Keep as Keep
    from branchline.engine.actions import Pass as Pass
    from branchline.engine.actions import TakeTickets as TakeTickets
    from branchline.engine.errors import IllegalAction as IllegalAction
    from branchline.engine.errors import MalformedAction as MalformedAction
    from branchline.engine.errors import StaleAction as StaleAction
    from branchline.engine.game import Game as Game
    from branchline.engine.game import new_game as new_game
    from branchline.engine.views import View as View
    from branchline.errors import BranchlineError as BranchlineError

# The module of each public name. It is imported on first use, so that `import branchline` costs nothing and
# `branchline --help` loads neither NumPy nor Numba.
_MODULES = {
    "Action": "branchline.engine.actions",
    "Analysis": "branchline.bots.search.analysis",
    "Board": "branchline.boards.board",
    "Bot": "branchline.bots.base",
    "BranchlineError": "branchline.errors",
    "Buy": "branchline.engine.actions",
    "Claim": "branchline.engine.actions",
    "Clock": "branchline.bots.base",
    "Draw": "branchline.engine.actions",
    "DrawBlind": "branchline.engine.actions",
    "Game": "branchline.engine.game",
    "IllegalAction": "branchline.engine.errors",
    "Judgement": "branchline.analysis.judgement",
    "Keep": "branchline.engine.actions",
    "MapFile": "branchline.boards.library",
    "MalformedAction": "branchline.engine.errors",
    "Pass": "branchline.engine.actions",
    "Results": "branchline.arena.results",
    "Review": "branchline.analysis.review_data",
    "Rows": "branchline.arena.rows",
    "StaleAction": "branchline.engine.errors",
    "Standings": "branchline.arena.tournament",
    "TakeTickets": "branchline.engine.actions",
    "View": "branchline.engine.views",
    "new_game": "branchline.engine.game",
    "bot": "branchline.bots.registry",
    "explain": "branchline.bots.guided.bot",
    "__version__": "branchline._version",
    "judge": "branchline.analysis.judgement",
    "load_map": "branchline.boards.library",
    "review": "branchline.analysis.review",
    "simulate": "branchline.arena.facade",
    "tournament": "branchline.arena.facade",
    "write_report": "branchline.arena.facade",
}

__all__ = [*_MODULES]  # noqa: PLE0604 (the names above)


def __getattr__(name: str) -> Any:  # noqa: ANN401 (any public name)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(_MODULES)
