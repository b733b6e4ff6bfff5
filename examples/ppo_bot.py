"""A bot that plays with the network of ppo_mini.py, for `branchline evaluate`, `simulate` and `tournament`.

make train-mini
branchline evaluate examples/ppo_bot.py:PpoBot --task mini-2p-v0
"""

import os
import runpy
from pathlib import Path

import torch

from branchline.rl.views import ViewEncoder

Player = runpy.run_path(str(Path(__file__).with_name("ppo_mini.py")))["Player"]


class PpoBot:
    """Plays the likeliest action of the trained policy, on the map and for the number of players it was trained on."""

    def __init__(self):
        weights = torch.load(os.environ.get("PPO_WEIGHTS", "ppo_mini.pt"), weights_only=True)
        hidden, size = weights["body.0.weight"].shape
        self.player = Player(size, weights["policy.weight"].shape[0], hidden)
        self.player.load_state_dict(weights)
        self.encoder = None

    @torch.no_grad()
    def choose(self, view, legal, clock):
        if self.encoder is None or self.encoder.board is not view.board:
            self.encoder = ViewEncoder(view.board)
        observation, mask = self.encoder.encode(view)
        scaled = torch.from_numpy(self.encoder.layout.scaled(observation)).float()
        policy, _ = self.player(scaled[None], torch.from_numpy(mask.astype(bool))[None])
        return self.encoder.action(view, int(policy.probs.argmax()))
