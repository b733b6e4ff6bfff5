"""Fixed tasks for comparing agents: a map, opponents, a number of games and a seed."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.match import Match, new_match
from branchline.arena.statistics import mean_interval
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from branchline.arena.results import Results


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task: the agent plays against the opponents, every deal in every seating."""

    map: str
    opponents: list[str]
    games: int
    seed: int

    def match(self, agent: str) -> Match:
        """Return the match of an agent."""
        return new_match(self.map, [agent, *self.opponents], self.seed)


class Evaluation(msgspec.Struct, frozen=True):
    """The result of an agent in a task: its share of wins and its margin to the best opponent, with 95 % intervals."""

    agent: str
    task: str
    games: int
    wins: float
    wins_interval: tuple[float, float]
    margin: float
    margin_interval: tuple[float, float]

    def row(self) -> str:
        """Return the row of a Markdown table."""
        low, high = self.wins_interval
        error = (self.margin_interval[1] - self.margin_interval[0]) / 2
        wins = f"{self.wins:.1%} ({low:.1%} – {high:.1%})"
        margin = f"{self.margin:+.1f} ± {error:.1f}".replace("-", "−")
        return f"| {self.agent} | {self.task} | {self.games:,} | {wins} | {margin} |"


HEADER = "| agent | task | games | wins (95 % interval) | margin |\n|---|---|---|---|---|"


@cache
def tasks() -> dict[str, Task]:
    """Return all tasks by name."""
    text = files("branchline.arena.evaluation").joinpath("tasks.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Task])


def task_named(name: str) -> Task:
    """Return the task of a name."""
    if name not in tasks():
        raise UnknownNameError("task", name, tasks())
    return tasks()[name]


def evaluation(name: str, results: Results) -> Evaluation:
    """Return the result of the agent of a task's match."""
    agent, played = results.summary().bots[0], results.played
    mine = played.seats_of(0)
    best_other = played.scores().astype(float)
    best_other[mine] = -1e9
    margins = played.scores()[mine] - best_other.max(axis=1)
    return Evaluation(
        agent=agent.bot,
        task=name,
        games=results.games,
        wins=agent.win_rate,
        wins_interval=agent.interval,
        margin=float(margins.mean()),
        margin_interval=mean_interval(margins),
    )
