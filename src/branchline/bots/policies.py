"""The compiled policies: the one place where a bot that plays inside the kernel is registered.

A policy is a kernel function `(board, view, workspace, listed) -> code`. To add one, write it in its own module and
register it below: a kind, its two entry points, a line in `choose_with`, and a class in `BOTS`. Each policy has its own
entry points, so that a game against `random` does not wait for the compilation of the planner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from branchline.bots.base import KernelBot
from branchline.bots.casual.policy import plan_or_improvise
from branchline.bots.greedy import greedy
from branchline.bots.random import choose_randomly
from branchline.engine.kernel.compilation import entry, in_use, inline, kernel
from branchline.engine.kernel.layout import ACTION_LIST, Records
from branchline.engine.rules.visibility import redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Ints, Seat, StateRecord

    Choose = Callable[[BoardRecord, StateRecord, Workspace, ActionList], Code]

RANDOM_KIND, GREEDY_KIND, PLANNER_KIND = range(3)


@kernel
def choose_with(kind: int, board: BoardRecord, view: StateRecord, workspace: Workspace, listed: ActionList) -> Code:
    """Let the policy of this kind choose."""
    if kind == RANDOM_KIND:
        return choose_randomly(board, view, workspace, listed)
    if kind == GREEDY_KIND:
        return greedy(board, view, workspace, listed)
    return plan_or_improvise(board, view, workspace, listed)


@inline
def needs_view(kind: int) -> bool:
    """Return whether a policy must be given a view; a state has the same legal actions as its views."""
    return kind != RANDOM_KIND


# -- entry points: one choice ------------------------------------------------------------------


@entry
def random_at(boards: Records, views: Records, workspaces: Records, out: Ints) -> Code:
    """Let the random policy choose from the first view."""
    return choose_randomly(boards[0], views[0], workspaces[0], out.view(ACTION_LIST)[0])


@entry
def greedy_at(boards: Records, views: Records, workspaces: Records, out: Ints) -> Code:
    """Let the greedy policy choose from the first view."""
    return greedy(boards[0], views[0], workspaces[0], out.view(ACTION_LIST)[0])


@entry
def planner_at(boards: Records, views: Records, workspaces: Records, out: Ints) -> Code:
    """Let the planner, or a casual player, choose from the first view."""
    return plan_or_improvise(boards[0], views[0], workspaces[0], out.view(ACTION_LIST)[0])


# -- entry points: one seat of many games --------------------------------------------------------


# Inlined: the policy is an argument, and a call with a function among its arguments cannot be cached on disk.
@inline
def choose_in_games(
    policy: Choose,
    boards: Records,
    states: Records,
    views: Records,
    deciding: Ints,
    seat: Seat,
    workspaces: Records,
    out: Ints,
    codes: Ints,
    first: int,
    last: int,
) -> None:
    """Write a policy's choice for each game from `first` to before `last` in which its seat decides."""
    listed = out.view(ACTION_LIST)[0]
    for index in range(first, last):
        if deciding[index] == seat:
            views[0] = states[index]
            redact(boards[0], views[0], seat)
            codes[index] = policy(boards[0], views[0], workspaces[index], listed)


@entry
def greedy_in_games(
    boards: Records,
    states: Records,
    views: Records,
    deciding: Ints,
    seat: Seat,
    workspaces: Records,
    out: Ints,
    codes: Ints,
    first: int,
    last: int,
) -> None:
    """Let the greedy policy choose for one seat of many games."""
    choose_in_games(greedy, boards, states, views, deciding, seat, workspaces, out, codes, first, last)


@entry
def planner_in_games(
    boards: Records,
    states: Records,
    views: Records,
    deciding: Ints,
    seat: Seat,
    workspaces: Records,
    out: Ints,
    codes: Ints,
    first: int,
    last: int,
) -> None:
    """Let the planner, or a casual player, choose for one seat of many games."""
    choose_in_games(plan_or_improvise, boards, states, views, deciding, seat, workspaces, out, codes, first, last)


class Policy(NamedTuple):
    """A compiled policy as Python sees it."""

    kind: int
    entry_point: Callable[[Records, Records, Records, Ints], Code]
    choose_in_games: Callable[..., None] | None
    """`None` for the random policy: the environments sample from their action masks."""

    @property
    def choose_at(self) -> Callable[[Records, Records, Records, Ints], Code]:
        """The entry point for one choice, compiled or plain."""
        return in_use(self.entry_point)


PLANNER = Policy(PLANNER_KIND, planner_at, planner_in_games)


# -- the bots without parameters -------------------------------------------------------------------


class RandomBot(KernelBot):
    """Plays any legal action, each equally likely."""

    policy = Policy(RANDOM_KIND, random_at, None)


class GreedyBot(KernelBot):
    """Claims the route that scores most at once; otherwise draws towards its largest color."""

    policy = Policy(GREEDY_KIND, greedy_at, greedy_in_games)


BOTS = {"random": RandomBot, "greedy": GreedyBot}
"""The bots that need nothing but their policy, by name; `planner` has parameters and a module of its own."""
