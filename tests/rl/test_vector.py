from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.engine.entry_points import roll
from branchline.names import UnknownNameError
from branchline.rl.errors import NotRunningError, RlError, WrongActionError
from branchline.rl.vector import VectorEnv
from tests.rl.common import SMALLEST, games_of


def trail(threads: int | None, seed: int, steps: int = 60) -> list[Any]:
    env = VectorEnv("mini", 130, players=3, threads=threads)
    env.reset(seed=seed)
    seen = []
    for _ in range(steps):
        observations, rewards, done, masks = env.step(env.sample())
        seen.append((observations.copy(), rewards.copy(), done.copy(), masks.copy(), env.to_decide.copy()))
    env.close()
    return seen


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def test_equal_seeds_give_equal_games_on_any_number_of_threads() -> None:
    assert same(trail(1, seed=1), trail(2, seed=1))
    assert not same(trail(1, seed=1, steps=2), trail(1, seed=2, steps=2))


@pytest.mark.parametrize("name", ["mini", "usa"])  # masks of fewer and of many words
def test_a_sample_is_the_legal_action_that_the_dice_of_its_game_choose(name: str) -> None:
    env = VectorEnv(name, 40, players=2, threads=1)
    env.reset(seed=3)
    for _ in range(30):
        dice, masks = env._dice.copy(), env.masks
        expected = [np.flatnonzero(mask)[roll(own, int(mask.sum()))] for own, mask in zip(dice, masks, strict=True)]
        sample = env.sample()
        assert sample.tolist() == expected
        env.step(sample)


def test_games_that_end_are_followed_by_new_ones() -> None:
    env = VectorEnv("mini", 64, reward="win")
    env.reset(seed=3)
    ended = np.zeros(64, dtype=int)
    for _ in range(150):
        before = env.steps.copy()
        _, rewards, done, masks = env.step(env.sample())
        ended += done
        assert (env.steps[done] == 0).all()
        assert (env.steps[~done] == before[~done] + 1).all()
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (np.abs(rewards).sum(axis=1) > 0)[~done].sum() == 0
        assert masks.any(axis=1).all()
    assert (ended > 0).all()


@pytest.mark.parametrize("reward", ["margin", "win", "points"])
@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_rewards_are_those_of_the_same_game_on_the_board(name: str, players: int, reward: str) -> None:
    games = games_of(name, players, seed=9, reward=reward)
    game = bl.new_game(name, players, seed=games.states[0].key.tobytes())
    earned = np.zeros(players)
    rng = np.random.default_rng(9)
    while not game.over:
        action = np.array([rng.choice(np.flatnonzero(games.masks[0]))])
        game.play(games.code(0, int(action[0])))
        games.step(action)
        earned += games.rewards[0]
        assert games.state_bytes() == game.to_bytes()
    totals = game.result.totals
    best_other = [max(other for place, other in enumerate(totals) if place != seat) for seat in range(players)]
    wins = [1.0 if seat in game.result.winners else 0.0 for seat in range(players)]
    expected = {
        "points": totals,
        "margin": [total - best for total, best in zip(totals, best_other, strict=True)],
        "win": [(won * players / sum(wins) - 1) / (players - 1) for won in wins],
    }
    assert games.status[0, 0] < 0
    assert earned.tolist() == pytest.approx(expected[reward])


def test_errors_name_the_mistake_and_change_nothing() -> None:
    env = VectorEnv("london", 4)
    with pytest.raises(NotRunningError, match="call reset"):
        env.step([0, 0, 0, 0])
    env.reset(seed=1)
    before = env.games.states.tobytes()
    with pytest.raises(WrongActionError, match=r'Game 2: action 1, "tickets", is not legal now: First choose which'):
        env.step(np.array([*env.sample()[:2], 1, env.sample()[3]]))
    with pytest.raises(WrongActionError, match="Game 0: action 999 does not exist: actions are 0 to 293"):
        env.step([999, 0, 0, 0])
    with pytest.raises(WrongActionError, match=r"4 integers, one per game, not an array of shape \(3,\)"):
        env.step([0, 0, 0])
    with pytest.raises(WrongActionError, match="float64"):
        env.step(np.zeros(4))
    assert env.games.states.tobytes() == before


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"n": 0}, RlError, "number of games is 1 to"),
        ({"n": 2, "players": 7}, bl.BranchlineError, "7"),
        ({"n": 2, "reward": "poinst"}, UnknownNameError, 'Did you mean "points"'),
        ({"n": 2, "threads": 0}, RlError, "threads is at least 1"),
    ],
)
def test_impossible_environments_are_refused(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        VectorEnv("london", **settings)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(RlError, match="A seed is a non-negative integer"):
        VectorEnv("london", 1).reset(seed=-4)
