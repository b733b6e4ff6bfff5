"""Sanity checks: one seed is one game in every interface, no seat is favored, better bots win."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import branchline as bl
from branchline.rl.gymnasium import BranchlineEnv
from branchline.rl.pettingzoo import env, parallel_env
from branchline.rl.registration import environment_id
from branchline.rl.vector import VectorEnv
from tests.rl.common import MAPS, SMALLEST, TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_seed_is_the_same_game_in_every_interface(name: str, players: int) -> None:
    game, both = env(name, players), parallel_env(name, players)
    many = VectorEnv(name, 3, players)
    game.reset(seed=7)
    seen, _ = both.reset(seed=7)
    many.reset(seed=7)
    rng = np.random.default_rng(7)
    while not any(game.terminations.values()):
        agent = game.agent_selection
        observed = game.observe(agent)
        assert np.array_equal(seen[agent]["observation"], observed["observation"])
        assert np.array_equal(many.observations[0], observed["observation"])
        assert np.array_equal(many.masks[0], observed["action_mask"])
        actions = many.sample()
        actions[0] = rng.choice(np.flatnonzero(observed["action_mask"]))
        game.step(int(actions[0]))
        seen, earned, *_ = both.step({agent: int(actions[0])})
        _, rewards, done, _ = many.step(actions)
        assert rewards[0].tolist() == [earned[one] for one in game.possible_agents] == list(game.rewards.values())
    assert done[0]


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_gymnasium_deals_the_same_game_too(name: str, players: int) -> None:
    many = VectorEnv(name, 3, players)
    observations, _ = many.reset(seed=7)
    one = gymnasium.make(environment_id(name), players=players)
    assert np.array_equal(one.reset(seed=7)[0], observations[0])
    next_one = one.reset()[0]
    assert not np.array_equal(next_one, observations[0])
    assert np.array_equal(one.reset(seed=7)[0], observations[0])
    assert np.array_equal(one.reset()[0], next_one)
    batch = gymnasium.make_vec(environment_id(name), num_envs=3, players=players)
    assert np.array_equal(batch.reset(seed=7)[0], observations)


@pytest.mark.parametrize("name", ["mini", "london"])
def test_random_players_earn_the_same_in_every_seat(name: str) -> None:
    games = 512
    many = VectorEnv(name, games, MAPS[name].most, reward="margin")
    many.reset(seed=11)
    first = np.full((games, MAPS[name].most), np.nan)  # only the first game of each row counts, long or short
    while np.isnan(first).any():
        _, rewards, done, _ = many.step(many.sample())
        fresh = done & np.isnan(first[:, 0])
        first[fresh] = rewards[fresh]
    error = first.std(axis=0) / np.sqrt(games)
    assert (np.abs(first.mean(axis=0) - first.mean()) < 4 * error).all()


def play_as(name: str, env_: BranchlineEnv, seed: int) -> float:
    """Let a bot play the agent's seat through the environment, with action numbers."""
    _, info = env_.reset(seed=seed)
    bot, over, reward = bl.bot(name), False, 0.0
    bot.start(seed)
    while not over:
        games = env_.games
        action = bot.choose(games.view(env_.seat))
        number = games.number_of(0, games.table().code_of(action))
        assert info["action_mask"][number]
        _, earned, over, _, info = env_.step(number)
        reward += float(earned)
    return reward


@pytest.mark.parametrize("name", MAPS)
def test_the_planner_beats_greedy_here_too(name: str) -> None:
    settings: dict[str, Any] = {"opponents": "greedy", "reward": "win"}
    tables = [BranchlineEnv(name, seat=seat, **settings) for seat in (0, 1)]
    won = [play_as("planner", tables[seed % 2], seed) for seed in range(24)]
    assert np.mean(won) > 0.5  # three wins in four
