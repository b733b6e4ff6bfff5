from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import branchline as bl
import branchline.rl
from branchline.names import UnknownNameError
from branchline.rl.errors import NotRunningError, RlError, WrongActionError
from branchline.rl.gymnasium import BranchlineEnv
from branchline.rl.registration import environment_id
from tests.rl.common import SMALLEST, TABLES

assert branchline.rl.__doc__


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasiums_own_check(name: str, players: int) -> None:
    made = gymnasium.make(environment_id(name), players=players, render_mode="ansi")
    check_env(made.unwrapped)
    check_env(gymnasium.make(environment_id(name), players=players, seat=players - 1, observation="graph").unwrapped)


@pytest.mark.parametrize(("name", "players"), SMALLEST)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_whole_games_against_bots(name: str, players: int, opponent: str) -> None:
    results = []
    for _ in range(2):
        env = gymnasium.make(environment_id(name), opponents=opponent, reward="points").unwrapped
        env.reset(seed=5)
        env.action_space.seed(5)
        env.reset(seed=5)
        over, earned = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample())
            earned += float(reward)
        assert not info["action_mask"].any()
        results.append(earned)
    assert results[0] == results[1]


class First:
    def choose(self, view: bl.View, legal: object, clock: object) -> bl.Action:
        return view.legal[0]


class Wrong:
    def choose(self, view: bl.View, legal: object, clock: object) -> bl.Action:
        return bl.Pass()


def test_any_object_that_chooses_is_an_opponent() -> None:
    env = BranchlineEnv("mini", opponents=[First(), "random"])
    assert env.board.players == 3
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = env.step(env.action_space.sample())


def test_an_illegal_action_of_a_bot_is_reported() -> None:
    env = BranchlineEnv("mini", opponents=[Wrong()], seat=1)
    with pytest.raises(RlError, match="The bot of seat 0 chose an action that is not legal: First choose"):
        env.reset(seed=1)


def test_errors_name_the_mistake() -> None:
    env = BranchlineEnv("london")
    with pytest.raises(NotRunningError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(WrongActionError, match=r'Action 1, "tickets", is not legal now: First choose which tickets'):
        env.step(1)
    with pytest.raises(WrongActionError, match="Action 294 does not exist"):
        env.step(294)
    with pytest.raises(WrongActionError, match="one integer from 0 to 293, not an array of shape"):
        env.step(np.zeros((2, 2)))
    over = False
    while not over:
        *_, over, _, _ = env.step(env.action_space.sample())
    with pytest.raises(NotRunningError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"opponents": ["random", "random"], "players": 2}, RlError, "2 players need 1 opponents, or one for all"),
        ({"opponents": "plannner"}, UnknownNameError, 'Did you mean "planner"'),
        ({"opponents": [3]}, RlError, "An opponent is the name of a bot"),
        ({"seat": 2}, RlError, "seat is 0 to 1"),
    ],
)
def test_impossible_environments_are_refused(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        BranchlineEnv("mini", **settings)


def test_the_map_environment_takes_any_map() -> None:
    env = gymnasium.make("branchline/Map-v0", map="mini", opponents=["greedy", "random"])
    env.reset(seed=1)
    assert env.unwrapped.board.players == 3  # type: ignore[attr-defined]


# ---- the vector interface ----------------------------------------------------------------------


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_vector_interface(opponent: str) -> None:
    trails = []
    for _ in range(2):
        env = gymnasium.make_vec("branchline/Mini-v0", num_envs=40, opponents=opponent, reward="win", seat=1)
        observations, infos = env.reset(seed=3)
        rng = np.random.default_rng(3)
        ended, earned = 0, []
        for _ in range(60):
            masks = infos["action_mask"]
            actions = (masks * rng.random(masks.shape)).argmax(axis=1)
            observations, rewards, over, _, infos = env.step(actions)
            assert env.observation_space.contains(observations)
            assert infos["action_mask"].any(axis=1).all()
            assert (rewards[~over] == 0).all()
            if over.any():
                assert [final is not None for final in infos["final_obs"]] == over.tolist()
            ended += int(over.sum())
            earned.append(rewards.copy())
        assert ended > 20
        trails.append(np.array(earned))
        env.close()
    assert np.array_equal(trails[0], trails[1])


def test_the_vector_interface_takes_only_compiled_bots() -> None:
    with pytest.raises(RlError, match="is not compiled"):
        gymnasium.make_vec("branchline/Mini-v0", num_envs=2, opponents=[First()])
    env = gymnasium.make_vec("branchline/Mini-v0", num_envs=2)
    env.reset(seed=1)
    with pytest.raises(WrongActionError, match="Game 0: action 0"):
        env.step(np.zeros(2, dtype=int))


def test_a_seeded_sample_of_legal_actions_is_what_gymnasium_chooses_from_their_mask() -> None:
    env = BranchlineEnv("london")
    env.reset(seed=3)
    space = env.action_space
    space.seed(5)
    space.follow()
    ours = [space.sample() for _ in range(20)]
    space.seed(5)
    assert ours == [space.sample(mask=env.action_masks().astype(np.int8)) for _ in range(20)]
