"""`guided`: the search, with priors and predictions by a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, cast

import msgspec
import numpy as np

from branchline.bots.base import BotError
from branchline.bots.guided import records
from branchline.bots.guided.search import guided_search_at
from branchline.bots.learned.bot import LearnedParameters, store_parameters
from branchline.bots.learned.records import OWN, OWN_BONUSES, OWN_TICKETS, RIVAL, WIN
from branchline.bots.learned.weights import built_in_network, read_network
from branchline.bots.search.analysis import MoveAnalysis, Prediction
from branchline.bots.search.bot import SearchBot, SearchParameters, Worker
from branchline.engine.kernel.bits import int64

if TYPE_CHECKING:
    from branchline.bots.search.analysis import Analysis
    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Code
    from branchline.engine.views import View


def _about(text: str, most: float = 1000) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=most, description=text)


class GuidedParameters(SearchParameters, frozen=True, forbid_unknown_fields=True):
    """The parameters of a search, and what the network does in it."""

    network: Annotated[str, msgspec.Meta(description="file of a network; the built-in one if empty")] = ""
    network_prior: Annotated[float, _about("share of the prior at the root that the network sets", 1)] = 0.5
    temperature: Annotated[
        float,
        msgspec.Meta(
            gt=0, le=10, description="of the network's prior: the utility by which a move is e times as likely"
        ),
    ] = 0.02
    advice: Annotated[float, _about("weight of the network's prediction beside the mean of the playouts", 100)] = 1.0
    network_turns: Annotated[float, _about("number of turns after the root that the network plays in a playout")] = 0.0
    network_rivals: Annotated[bool, msgspec.Meta(description="whether it also plays for the other seats")] = False


class GuidedWorker(Worker):
    """The search of one thread, with its network."""

    def __init__(self, parameters: GuidedParameters) -> None:
        super().__init__(parameters)
        file = parameters.network
        self._guided = records.new_guided()
        self._guided["network"] = (read_network(Path(file)) if file else built_in_network())[0]
        store_parameters(LearnedParameters(), self._guided["decision"])
        settings = self._guided["settings"][0]
        settings[records.NETWORK_PRIOR] = parameters.network_prior
        settings[records.TEMPERATURE] = parameters.temperature
        settings[records.ADVICE] = parameters.advice
        settings[records.NETWORK_TURNS] = parameters.network_turns
        settings[records.NETWORK_RIVALS] = parameters.network_rivals

    def prediction(self, code: Code) -> Prediction:
        """Return what the network expects of a move of the root."""
        moves = self.scratch["root_moves"][0, : self.choices]
        outputs = self._guided["outputs"][0, : self.choices]
        output = outputs[np.flatnonzero(moves == code)[0]] - outputs.mean(axis=0)
        points = output * self._guided["unit"][0]
        own, tickets, bonuses = (float(points[part]) for part in (OWN, OWN_TICKETS, OWN_BONUSES))
        return Prediction(own, own - tickets - bonuses, tickets, bonuses, float(points[RIVAL]), float(output[WIN]))

    def _search(self, boards: Records, view: Records, reuse: Code, playouts: int) -> None:
        memory = (self.scratch, self.tree, self._guided, self.listed, self.trace)
        guided_search_at(boards, view, *memory, int64(reuse), int64(playouts))


class GuidedBot(SearchBot):
    """Looks ahead with a trained network: its predictions are added to what the playouts find. The strongest bot."""

    Parameters: ClassVar[type[msgspec.Struct]] = GuidedParameters
    parameters: GuidedParameters
    worker_class: ClassVar[type[Worker]] = GuidedWorker

    def _analyze_move(self, view: View, code: Code, seat_bits: Code) -> MoveAnalysis:
        analysis = super()._analyze_move(view, code, seat_bits)
        worker = next(worker for worker, _ in self._nodes_of(code))
        return msgspec.structs.replace(analysis, prediction=cast("GuidedWorker", worker).prediction(code))


def explain(view: View, **parameters: object) -> Analysis:
    """Return the analysis of a position by the bot `guided`: its moves, with reasons, and the tickets of the others.

    The parameters are those of the bot.

    >>> from branchline.engine.game import new_game
    >>> view = new_game("mini", players=2, seed=7).view(0)
    >>> found = explain(view, playouts=100, seed=1)
    >>> found.playouts, found.best in view.legal
    (100, True)
    """
    try:
        wanted = msgspec.convert(parameters, GuidedParameters)
    except msgspec.ValidationError as error:
        names = ", ".join(GuidedParameters.__struct_fields__)
        raise BotError(f"Invalid parameters for the search: {error}. Its parameters are {names}.") from None
    return GuidedBot(wanted).analyze(view)
