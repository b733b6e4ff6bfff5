"""Train MaskablePPO of Stable-Baselines3 against a bot, and compare it with random play.

Needs `stable-baselines3` and `sb3-contrib`, which `make setup` installs: python examples/maskable_ppo.py --steps 100000
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

import branchline.rl  # noqa: F401 (registers the environments)

if TYPE_CHECKING:
    from collections.abc import Callable

    Choose = Callable[[Any, np.ndarray[Any, Any]], int]


def make_env(opponent: str) -> gymnasium.Env[Any, Any]:
    """Return a game on the map `mini` with scaled observations; MaskablePPO asks it for its `action_masks()`."""
    return gymnasium.make("branchline/Mini-v0", opponents=opponent, reward="win", observation="scaled")


def win_rate(env: gymnasium.Env[Any, Any], choose: Choose, games: int, seed: int = 0) -> float:
    """Return the share of games won on fixed deals."""
    won = 0
    for number in range(games):
        observation, _ = env.reset(seed=seed + number)
        over, gained = False, 0.0
        while not over:
            observation, reward, over, _, _ = env.step(choose(observation, get_action_masks(env)))
            gained += float(reward)
        won += gained > 0
    return won / games


def main() -> None:
    """Train, and print the win rate before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000, help="decisions to learn from")
    parser.add_argument("--rollout", type=int, default=1024, help="decisions between two updates")
    parser.add_argument("--opponent", default="greedy", help="a bot: see `branchline bots list`")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()

    env, dice = make_env(words.opponent), np.random.default_rng(words.seed)
    model = MaskablePPO("MlpPolicy", env, n_steps=words.rollout, seed=words.seed, device="cpu")

    def randomly(_: Any, mask: np.ndarray[Any, Any]) -> int:
        return int(dice.choice(np.flatnonzero(mask)))

    def trained(observation: Any, mask: np.ndarray[Any, Any]) -> int:
        return int(model.predict(observation, action_masks=mask, deterministic=True)[0])

    print(f"random play against {words.opponent}: {win_rate(env, randomly, words.games):.1%} of games won")
    model.learn(words.steps)
    print(f"after {model.num_timesteps:,} decisions: {win_rate(env, trained, words.games):.1%} of games won")
    model.save("maskable_ppo")


if __name__ == "__main__":
    main()
