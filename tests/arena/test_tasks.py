"""Fixed tasks: they do not change, and an agent gets a row with intervals."""

from __future__ import annotations

import json

import pytest

from branchline.arena.evaluation.tasks import Task, evaluation, tasks
from branchline.arena.match import new_match
from branchline.arena.simulation import simulate
from branchline.cli import run


def test_tasks_never_change() -> None:
    assert tasks()["mini-2p-v0"] == Task("mini", ["greedy"], 1000, 20261117)
    assert tasks()["usa-4p-v0"] == Task("usa", ["planner"] * 3, 1000, 20261117)
    assert {name.split("-")[0] for name in tasks()} == {"mini", "london", "usa", "uk"}


@pytest.mark.parametrize("name", list(tasks()))
def test_a_task_can_be_played_and_its_name_has_its_players(name: str) -> None:
    match = tasks()[name].match("random")
    assert f"-{match.players}p-" in name
    assert match.board.players == match.players


def test_an_evaluation_agrees_with_the_games() -> None:
    results = simulate(new_match("mini", ["planner", "greedy"], 3), 60)
    found = evaluation("mini-2p-v0", results)
    played = results.played
    margins = [
        scores[seats.index(0)] - scores[seats.index(1)]
        for scores, seats in zip(played.scores().tolist(), played.by_seat("seating").tolist(), strict=True)
    ]
    assert found.margin == pytest.approx(sum(margins) / 60)
    assert found.wins == results.summary().bots[0].win_rate
    assert found.margin_interval[0] < found.margin < found.margin_interval[1]


def test_the_command_prints_a_row_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "planner", "--task", "mini-2p-v0", "--games", "40"]
    assert run(words) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("| agent | task |")
    assert rows[2].startswith("| planner | mini-2p-v0 | 40 | ")
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["games"] == 40


def test_an_unknown_task_or_agent_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", "planner", "--task", "mini-2p"]) == 1
    assert 'Did you mean "mini-2p-v0"?' in capsys.readouterr().err
    assert run(["evaluate", "nobody", "--task", "mini-2p-v0"]) == 1
