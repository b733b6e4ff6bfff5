from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from branchline.rl import openspiel
from branchline.rl.errors import RlError, WrongActionError
from tests.rl.common import TABLES


def load(name: str, players: int, **settings: Any) -> Any:
    return pyspiel.load_game(openspiel.NAME, {"map": name, "players": players, **settings})


def played(game: Any, rng: random.Random, decisions: int) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        decisions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiels_own_simulation(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", [2, 3])
def test_the_margin_is_not_zero_sum(players: int) -> None:
    game = load("mini", players, reward="margin")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_history_determines_the_whole_game() -> None:
    game = load("mini", 2)
    state = played(game, random.Random(1), 20)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    game = load("london", 3)
    rng = random.Random(2)
    state = played(game, rng, 25)
    worlds = [state.resample_from_infostate(1, rng.random) for _ in range(5)]
    assert {world.observation_string(1) for world in worlds} == {state.observation_string(1)}
    assert len({world.observation_string(2) for world in worlds}) > 1


def test_all_chance_is_in_the_chance_nodes() -> None:
    game = load("mini", 2)
    state = played(game, random.Random(3), 6)
    draw = 3
    assert state.action_to_string(draw) == "draw deck"
    state.apply_action(draw)
    assert state.is_chance_node()
    futures = set()
    for sample in range(openspiel.SAMPLES):
        child = state.child(sample)
        futures.add(child.observation_string(state.get_game().num_players() - 1) + child.observation_string(0))
    assert len(futures) > 2


def test_errors_name_the_mistake() -> None:
    with pytest.raises((RlError, RuntimeError), match='"win" or "margin"'):
        load("mini", 2, reward="points")
    state = played(load("mini", 2), random.Random(4), 0)
    with pytest.raises((WrongActionError, RuntimeError), match='Action 1, "tickets", is not legal now'):
        state._apply_action(1)


def test_an_information_state_is_all_that_a_player_has_seen() -> None:
    game, rng = load("mini", 2), random.Random(5)
    state = played(game, rng, 14)
    worlds = [state.resample_from_infostate(0, rng.random) for _ in range(4)]
    assert {world.information_state_string(0) for world in worlds} == {state.information_state_string(0)}
    assert all(world.information_state_tensor(0) == state.information_state_tensor(0) for world in worlds)
    size = len(state.observation_tensor(0))
    assert len(state.information_state_tensor(0)) == size + openspiel.DIGEST_BITS
    assert state.information_state_tensor(0)[:size] == state.observation_tensor(0)
    strings, tensors = set(), set()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_chance_node():
            strings.add(state.information_state_string(1))
            tensors.add(tuple(state.information_state_tensor(1)))
    assert len(strings) == len(tensors) > 10
