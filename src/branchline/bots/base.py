"""What a bot is: something that chooses an action from a view."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
import numpy as np

from branchline.bots.planner.workspace import SETTINGS, new_workspaces
from branchline.engine.actions import decode
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.layout import packed
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.bots.policies import Policy
    from branchline.engine.actions import Action
    from branchline.engine.layout import Records
    from branchline.engine.table import Legal
    from branchline.engine.views import View

Seconds = Annotated[float, msgspec.Meta(gt=0, extra={"unit": "seconds"})]
"""A duration among a bot's parameters, written "500ms" or "2s"."""


class BotError(BranchlineError):
    """A bot that cannot be made, or that failed while it played."""


class Clock(msgspec.Struct, frozen=True):
    """How long a bot may think about this move; `None` is as long as it likes."""

    seconds: float | None = None


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a bot that has none; a bot with some names its own struct."""


class Bot:
    """A player: override `choose`, and `start` where something must be made ready for each game.

    Parameters of a spec ("name:key=value") arrive as an instance of the class's own `Parameters`.
    """

    Parameters: ClassVar[type[msgspec.Struct]] = Parameters
    compiled: ClassVar[bool] = False
    """Whether its choices are made by compiled code, which a clock should not wait for."""

    def __init__(self, parameters: Any = None) -> None:
        self.parameters: Any = self.Parameters() if parameters is None else parameters

    def start(self, seed: int) -> None:
        """Begin a game: whatever is random from here on comes from this seed."""

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Choose an action for the seat whose view this is."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(view, legal, clock).")

    def stop(self) -> None:
        """Let go of what the bot holds: processes, files."""


class Plain(Bot):
    """A bot made of any object with a `choose`: what it lacks of `Bot` does nothing."""

    def __init__(self, player: Any) -> None:
        super().__init__()
        self.player = player

    def start(self, seed: int) -> None:
        """Tell the object of a new game, if it listens."""
        getattr(self.player, "start", super().start)(seed)

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Ask the object."""
        action: Action = self.player.choose(view, legal or view.legal, clock or Clock())
        return action

    def stop(self) -> None:
        """Tell the object that it is over, if it listens."""
        getattr(self.player, "stop", super().stop)()


class KernelBot(Bot):
    """A bot whose choice is made in the compiled kernel, so that whole games run there."""

    compiled = True
    policy: ClassVar[Policy]

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        self._workspaces = new_workspaces(1)
        self._listed = new_list()
        self._workspaces["settings"][0] = self.settings()
        self.start(secrets.randbits(48))

    @property
    def workspace(self) -> Records:
        """The bot's workspace, an array of one, which holds its settings."""
        return self._workspaces

    def settings(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The numbers that the kernel plays by."""
        return np.zeros(SETTINGS)

    def start(self, seed: int) -> None:
        """Begin a game: dice from the seed, an empty workspace."""
        self._workspaces["dice"][0] = new_dice(seed)
        self._workspaces["ready"][0] = 0

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:  # noqa: ARG002
        """Choose in the kernel, from the view alone."""
        record, seat_bits = deciding_record(view)
        code = self.policy.choose_at(packed(view.board), record, self._workspaces, self._listed)
        return decode(view.board, int(code) | seat_bits)


def deciding_record(view: View) -> tuple[Records, int]:
    """Return what compiled code chooses from: see `View.deciding_record`."""
    if view.seat is None:
        raise BotError("A spectator's view has no seat to choose for: give the view of a seat.")
    if view.over:
        raise BotError("The game is over: there is nothing to choose.")
    if not view.may_decide:
        raise BotError(f"It is seat {view.turn}'s turn, not seat {view.seat}'s: give the view of game.turn.")
    return view.deciding_record()
