"""`learned`: a network compares the candidate moves of a planner, in about a tenth of a millisecond."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from branchline.bots.base import Bot, deciding_record
from branchline.bots.learned import records
from branchline.bots.learned.policy import learned_at
from branchline.bots.learned.weights import built_in_network, read_network
from branchline.bots.planner.bot import PlannerBot
from branchline.bots.planner.workspace import new_workspaces
from branchline.bots.search.bot import ROLLOUT_PARAMETERS
from branchline.engine.actions import decode
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.layout import NOTHING, packed

if TYPE_CHECKING:
    from branchline.bots.base import Clock
    from branchline.engine.actions import Action
    from branchline.engine.kernel.layout import Records
    from branchline.engine.table import Legal
    from branchline.engine.views import View


def _about(text: str) -> msgspec.Meta:
    return msgspec.Meta(ge=0, le=100, description=text)


class LearnedParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the network plays for."""

    network: Annotated[str, msgspec.Meta(description="file of a network; the built-in one if empty")] = ""
    rivalry: Annotated[float, _about("weight of a point of the best rival, in own points")] = 0.5
    winning: Annotated[float, _about("weight of a win, as a multiple of the points of five turns")] = 2.0
    caution: Annotated[float, _about("predicted gain, in the same unit, above which it leaves the planner's move")] = (
        0.1
    )


def store_parameters(parameters: LearnedParameters, decisions: Records) -> None:
    """Store what the network plays for in the working memory of its decisions."""
    settings = decisions["settings"]
    settings[..., records.RIVALRY] = parameters.rivalry
    settings[..., records.WINNING] = parameters.winning
    settings[..., records.CAUTION] = parameters.caution


class LearnedBot(Bot):
    """Compares its moves with a small network that was trained on games of planners and of itself."""

    Parameters: ClassVar[type[msgspec.Struct]] = LearnedParameters
    parameters: LearnedParameters
    compiled = True

    def __init__(self, parameters: LearnedParameters | None = None) -> None:
        super().__init__(parameters)
        file = self.parameters.network
        self._network, self.about = read_network(Path(file)) if file else built_in_network()
        self._decision = records.new_decision()
        store_parameters(self.parameters, self._decision)
        self._workspaces = new_workspaces(1)
        self._workspaces["settings"][0] = PlannerBot.settings(ROLLOUT_PARAMETERS)
        self._listed = new_list()
        self.start(secrets.randbits(48))

    def start(self, seed: int) -> None:
        """Start a game: seed the dice and forget the last plan."""
        self._workspaces["dice"][0] = new_dice(seed)
        self._workspaces["ready"][0] = 0
        self._workspaces["listed"][0] = NOTHING

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:  # noqa: ARG002
        """Choose the move with the best prediction."""
        record, seat_bits = deciding_record(view)
        boards = packed(view.board)
        code = learned_at(boards, record, self._workspaces, self._decision, self._network, self._listed)
        return decode(view.board, int(code) | seat_bits)
