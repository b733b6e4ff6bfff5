"""The interface of a bot: it chooses an action from a view."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol

import msgspec
import numpy as np

from branchline.bots.planner.workspace import SETTINGS, new_workspaces
from branchline.engine.actions import decode
from branchline.engine.entry_points import new_dice, new_list
from branchline.engine.kernel.layout import packed
from branchline.engine.views import View
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.bots.policies import Policy
    from branchline.engine.actions import Action
    from branchline.engine.kernel.layout import Records
    from branchline.engine.kernel.types import Code
    from branchline.engine.table import Legal

Seconds = Annotated[float, msgspec.Meta(gt=0, extra={"unit": "seconds"})]
"""A duration as a parameter of a bot, written "500ms" or "2s" in a spec."""


class BotError(BranchlineError):
    """A bot that cannot be created, or that failed during a game."""


class Clock(msgspec.Struct, frozen=True):
    """The time limit for a move; `None` means no limit.

    >>> Clock(seconds=0.5).seconds, Clock().seconds
    (0.5, None)
    """

    seconds: float | None = None


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default, no parameters; a bot that takes some declares its own struct."""


class Bot:
    """A bot: override `choose`, and `start` if something must be prepared for each game.

    The parameters of a spec ("name:key=value") are passed as an instance of the class's `Parameters`.

    >>> class Last(Bot):
    ...     def choose(self, view, legal=None, clock=None):
    ...         return view.legal[-1]
    >>> from branchline.engine.game import new_game
    >>> Last().choose(new_game("mini", players=2, seed=7).view(0))
    Keep(tickets=(0, 1), seat=None)
    """

    Parameters: ClassVar[type[msgspec.Struct]] = Parameters
    compiled: ClassVar[bool] = False
    """Whether the bot chooses in compiled code; its compilation should not count against a clock."""

    def __init__(self, parameters: msgspec.Struct | None = None) -> None:
        # Typed as Any because the struct is the bot's own, and bots are created by name.
        self.parameters: Any = self.Parameters() if parameters is None else parameters

    def start(self, seed: int) -> None:
        """Start a game; derive all randomness in it from the seed."""

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Choose an action for the seat of the view."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(view, legal, clock).")

    def stop(self) -> None:
        """Release what the bot holds, such as processes and files."""


class Chooser(Protocol):
    """Any object with a `choose` method; `start` and `stop` are called if it has them."""

    def choose(self, view: View, legal: Legal, clock: Clock, /) -> Action:
        """Choose an action for the seat of the view."""


class BotAdapter(Bot):
    """Adapts any object with a `choose` method to the interface of `Bot`."""

    def __init__(self, chooser: Chooser) -> None:
        super().__init__()
        self.chooser = chooser

    def start(self, seed: int) -> None:
        """Start a game, if the object has a `start` method."""
        getattr(self.chooser, "start", super().start)(seed)

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Return the choice of the object."""
        return self.chooser.choose(view, legal or view.legal, clock or Clock())

    def stop(self) -> None:
        """Stop the object, if it has a `stop` method."""
        getattr(self.chooser, "stop", super().stop)()


def deciding_record(view: View) -> tuple[Records, Code]:
    """Return what compiled code chooses from, as `View.deciding_record` does, or raise `BotError`."""
    if not isinstance(view, View):
        raise BotError(f"A bot chooses from a view, such as game.view(game.turn), not from {view!r}.")
    if view.seat is None:
        raise BotError("A spectator's view has no seat to choose for: pass the view of a seat.")
    if view.over:
        raise BotError("The game is over: there is nothing to choose.")
    if not view.may_decide:
        raise BotError(f"It is seat {view.turn}'s turn, not seat {view.seat}'s: pass the view of game.turn.")
    return view.deciding_record()


class KernelBot(Bot):
    """A bot whose policy is compiled with the rules, so that whole games run without Python."""

    compiled = True
    policy: ClassVar[Policy]

    def __init__(self, parameters: msgspec.Struct | None = None) -> None:
        super().__init__(parameters)
        self._workspaces = new_workspaces(1)
        self._listed = new_list()
        self._workspaces["settings"][0] = self.settings(self.parameters)
        self.start(secrets.randbits(48))

    @property
    def workspace(self) -> Records:
        """The bot's workspace with its settings, an array of one."""
        return self._workspaces

    @staticmethod
    def settings(parameters: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return parameters as the settings of the policy, in the kernel's order."""
        del parameters
        return np.zeros(SETTINGS)

    def start(self, seed: int) -> None:
        """Start a game: seed the dice and forget the last plan."""
        self._workspaces["dice"][0] = new_dice(seed)
        self._workspaces["ready"][0] = 0

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:  # noqa: ARG002
        """Let the compiled policy choose, from the view alone."""
        record, seat_bits = deciding_record(view)
        code = self.policy.choose_at(packed(view.board), record, self._workspaces, self._listed)
        return decode(view.board, int(code) | seat_bits)
