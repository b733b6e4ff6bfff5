from __future__ import annotations

import itertools
import time
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark as benchmark_function
from pettingzoo.test.seed_test import parallel_seed_test

from branchline.names import UnknownNameError
from branchline.rl.encoding.observation import FORMS
from branchline.rl.errors import NotRunningError, RlError, WrongActionError
from branchline.rl.pettingzoo import env, parallel_env
from tests.rl.common import MAY_WARN, TABLES

pytestmark = [pytest.mark.filterwarnings(line) for line in MAY_WARN]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_own_tests(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=1000)
    seed_test(lambda: env(name, players), num_cycles=500)
    parallel_api_test(parallel_env(name, players), num_cycles=1000)
    parallel_seed_test(lambda: parallel_env(name, players), num_cycles=500)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_every_form_and_reward(form: str, reward: str) -> None:
    api_test(env("paris", 3, observation=form, reward=reward), num_cycles=60)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoos_benchmark_runs(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hurried = itertools.count(0.0, 0.01)  # a clock that lets the five seconds pass in 500 looks
    monkeypatch.setitem(benchmark_function.__globals__, "time", SimpleNamespace(time=lambda: next(hurried)))
    performance_benchmark(env(name, players))
    assert "turns per second" in capsys.readouterr().out
    assert time.time() > 0


def test_the_last_rewards_reach_everyone() -> None:
    game = env("mini", 3, reward="win")
    game.reset(seed=1)
    earned = {}
    for agent in game.agent_iter():
        _, reward, termination, _, info = game.last()
        if termination:
            earned[agent] = reward
        game.step(None if termination else int(np.flatnonzero(info["action_mask"])[0]))
    assert sorted(earned) == ["player_0", "player_1", "player_2"]
    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) > 0


def test_errors_name_the_mistake() -> None:
    game = env("london", 2)
    with pytest.raises(NotRunningError, match="call reset"):
        game.step(0)
    with pytest.raises(NotRunningError, match="call reset"):
        game.observe("player_0")
    game.reset(seed=1)
    with pytest.raises(WrongActionError, match=r'Action 3, "draw deck", is not legal now: First choose which tickets'):
        game.step(3)
    with pytest.raises(WrongActionError, match=r"one integer from 0 to 293, not 1\.5"):
        game.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(WrongActionError, match="one integer"):
        game.step(np.array([1, 2]))  # type: ignore[arg-type]
    with pytest.raises(WrongActionError, match="player_0 has to decide"):
        game.step(None)
    with pytest.raises(RlError, match="no agent 'player_7'"):
        game.observe("player_7")


def test_a_terminated_agent_only_accepts_none() -> None:
    game = env("mini", 2)
    game.reset(seed=2)
    while not any(game.terminations.values()):
        game.step(game.action_space(game.agent_selection).sample())
    with pytest.raises(WrongActionError, match=r"player_0's game is over: step\(None\)"):
        game.step(0)
    game.step(None)
    game.step(None)
    assert game.agents == []
    with pytest.raises(NotRunningError, match="call reset"):
        game.step(None)


def test_invalid_settings_are_refused() -> None:
    with pytest.raises(UnknownNameError, match='Did you mean "graph"'):
        env("mini", observation="grpah")
    with pytest.raises(RlError, match="render mode"):
        env("mini", render_mode="human")


def test_a_game_can_be_rendered() -> None:
    game = env("mini", 2, render_mode="ansi")
    game.reset(seed=1)
    shown = game.render() or ""
    assert shown.splitlines()[0] == "Mini, turn 0: first tickets"
    assert "> player_0: 0 points, 9 pieces, 2 cards, 0 tickets; no routes" in shown


def test_a_game_can_be_rendered_as_a_picture() -> None:
    game = env("mini", 2, render_mode="rgb_array")
    game.reset(seed=1)
    pixels = game.render()
    assert (pixels.dtype, pixels.ndim, pixels.shape[1:]) == (np.uint8, 3, (960, 3))
    assert pixels.std() > 10
    drawn = env("mini", 2, render_mode="svg")
    drawn.reset(seed=1)
    assert "<svg" in drawn.render()[:200]
