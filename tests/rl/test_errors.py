"""Every error says what was given, what was expected and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import branchline.rl.openspiel
from branchline.errors import BranchlineError
from branchline.rl.pettingzoo import env, parallel_env
from branchline.rl.vector import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

assert branchline.rl.openspiel.NAME

MAKERS: dict[str, Callable[..., Any]] = {
    "pettingzoo": env,
    "parallel": parallel_env,
    "vector": lambda map, **settings: VectorEnv(map, 2, **settings),  # noqa: A006 (the word for it)
    "gymnasium": lambda map, **settings: gymnasium.make("branchline/Map-v0", map=map, **settings),  # noqa: A006
    "gymnasium vector": lambda map, **settings: gymnasium.make_vec(  # noqa: A006
        "branchline/Map-v0", num_envs=2, map=map, **settings
    ),
    "openspiel": lambda map, **settings: pyspiel.load_game("python_branchline", {"map": map, **settings}),  # noqa: A006
}
OURS = list(MAKERS)[:-1]  # OpenSpiel itself looks at the types of its parameters


@pytest.mark.parametrize("interface", MAKERS)
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"map": "lodnon"}, 'There is no map "lodnon". Did you mean "london"?'),
        ({"map": "nowhere/town.toml"}, "nowhere/town.toml"),
        ({"map": "mini", "players": 5}, "Mini is for 2 to 3 players, not 5."),
        ({"map": "mini", "reward": "wni"}, "win"),
    ],
)
def test_impossible_environments_are_refused(interface: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BranchlineError) as found:
        MAKERS[interface](**settings)
    assert words in str(found.value)


@pytest.mark.parametrize("interface", OURS)
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"map": 3}, "A map is a name, such as"),
        ({"map": "mini", "players": "2"}, "The number of players is an integer, not '2'."),
        ({"map": "mini", "players": 2.0}, "The number of players is an integer, not 2.0."),
        ({"map": "mini", "options": ["sigle_draw"]}, 'There is no option "sigle_draw" for Mini'),
    ],
)
def test_settings_of_the_wrong_type_are_refused(interface: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BranchlineError) as found:
        MAKERS[interface](**settings)
    assert words in str(found.value)


@pytest.mark.parametrize("interface", ["gymnasium", "gymnasium vector"])
def test_unknown_opponents_and_forms_are_refused(interface: str) -> None:
    with pytest.raises(BranchlineError, match=r'There is no bot "greeedy". Did you mean "greedy"'):
        MAKERS[interface]("mini", opponents="greeedy")
    with pytest.raises(BranchlineError, match='There is no form of observation "grpah"'):
        MAKERS[interface]("mini", observation="grpah")


@pytest.mark.parametrize("interface", OURS)
@pytest.mark.parametrize("seed", ["7", 1.5, -1])
def test_a_seed_is_a_non_negative_integer(interface: str, seed: Any) -> None:
    with pytest.raises(BranchlineError, match="A seed is a non-negative integer"):
        MAKERS[interface]("mini").reset(seed=seed)


BEFORE_RESET: dict[str, Callable[[], object]] = {
    "last": lambda: env("mini").last(),
    "agent_iter": lambda: env("mini").agent_iter(),
    "observe": lambda: env("mini").observe("player_0"),
    "step": lambda: env("mini").step(0),
    "render": lambda: env("mini", render_mode="ansi").render(),
    "parallel step": lambda: parallel_env("mini").step({"player_0": 0}),
    "gymnasium step": lambda: MAKERS["gymnasium"]("mini").step(0),
    "gymnasium render": lambda: MAKERS["gymnasium"]("mini", render_mode="ansi").unwrapped.render(),  # noqa: PLW0108 (made when it is called)
    "vector step": lambda: MAKERS["vector"]("mini").step([0, 0]),
    "vector sample": lambda: MAKERS["vector"]("mini").sample(),
    "gymnasium vector step": lambda: MAKERS["gymnasium vector"]("mini").step([0, 0]),
}


@pytest.mark.parametrize("call", BEFORE_RESET)
def test_calls_before_the_first_reset_are_refused(call: str) -> None:
    with pytest.raises(BranchlineError, match=r"call reset\(\) first"):
        BEFORE_RESET[call]()


def test_calls_after_the_end_are_refused() -> None:
    both = parallel_env("mini")
    both.reset(seed=1)
    while both.agents:
        space = both.aec_env.action_space(both.aec_env.agent_selection)
        both.step({both.aec_env.agent_selection: space.sample()})
    with pytest.raises(BranchlineError, match=r"call reset\(\) first"):
        both.step({"player_0": 0})
    with pytest.raises(BranchlineError, match=r"call reset\(\) first"):
        both.aec_env.last()


def test_values_that_are_not_actions_are_refused() -> None:
    both = parallel_env("mini")
    both.reset(seed=1)
    with pytest.raises(BranchlineError, match=r"It is player_0's decision: give {'player_0': action}, not {}"):
        both.step({})
    many = VectorEnv("mini", 2)
    many.reset(seed=1)
    wrong: list[Any] = [None, [[1], [1, 2]], [True, False], ["a", "b"]]
    for given in wrong:
        with pytest.raises(BranchlineError, match=r"Actions are .*integers, one per game"):
            many.step(given)
    game = env("mini")
    game.reset(seed=1)
    for action in ("a", True, [0], np.array([0]), 0.0):
        with pytest.raises(BranchlineError, match="An action is one integer from 0 to 94"):
            game.step(action)  # type: ignore[arg-type]
    with pytest.raises(BranchlineError, match=r"Action 10{30} does not exist: actions are 0 to 94"):
        game.step(10**30)
    for name in (game.action_space, game.observation_space):
        with pytest.raises(BranchlineError, match=r"There is no agent 'player_2'\. Agents: player_0, player_1"):
            name("player_2")


def test_openspiel_refuses_what_is_not_legal() -> None:
    state = pyspiel.load_game("python_branchline(map=mini)").new_initial_state()
    with pytest.raises(BranchlineError, match="A chance outcome is 0 to 63, not 64"):
        state.apply_action(64)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(BranchlineError, match="The game is over"):
        state.apply_action(0)


def test_a_closed_vector_can_be_reset() -> None:
    many = VectorEnv("mini", 200, threads=2)
    many.reset(seed=1)
    actions = many.sample()
    many.close()
    with pytest.raises(BranchlineError, match=r"call reset\(\) first"):
        many.step(actions)
    many.reset(seed=1)
    assert np.array_equal(many.sample(), actions)
