"""Masked PPO that learns the map `mini` from scratch by self-play, and is evaluated against `random` and `greedy`.

    make train-mini                 # installs PyTorch once, then trains for a few minutes
    python examples/ppo_mini.py --help

Each step is a decision of the seat to decide, and one network plays both seats. The rewards of a seat belong to its own
decisions, so advantages are computed along each seat's decisions only.
"""

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import nn

from branchline.rl.vector import VectorEnv  # importing branchline.rl registers the Gymnasium environments too

MAP_ID = "branchline/Mini-v0"


@dataclass
class Settings:
    """Hyperparameters; the defaults learn well on two cores."""

    games: int = 512
    steps: int = 64
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    clip: float = 0.2
    lam: float = 0.95
    entropy: float = 0.01
    scale: float = 20.0  # the margin in points that counts as a reward of 1
    hidden: int = 128


class Player(nn.Module):
    """A network with a masked policy and a value, both for the seat to decide."""

    def __init__(self, size, actions, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations, masks):
        features = self.body(observations)
        logits = self.policy(features).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(features).squeeze(-1)


class Trainer:
    """Repeatedly plays a batch of games against itself and learns from it."""

    def __init__(self, settings, seed):
        torch.manual_seed(seed)
        self.settings = settings
        self.env = VectorEnv("mini", settings.games, players=2, reward="margin")
        self.env.reset(seed=seed)
        self.scale = torch.from_numpy(self.env.layout.scale)
        self.player = Player(self.env.layout.size, self.env.actions.n, settings.hidden)
        self.optimizer = torch.optim.Adam(self.player.parameters(), lr=settings.rate, eps=1e-5)

    def look(self):
        observations = torch.from_numpy(self.env.observations.astype(np.float32)) / self.scale
        return observations, torch.from_numpy(self.env.masks.astype(bool))

    @torch.no_grad()
    def play(self):
        """Play some steps of every game and return observations, actions and rewards."""
        names = ("observations", "masks", "actions", "log_probs", "values", "seats", "rewards", "done")
        steps: dict[str, list[torch.Tensor]] = {name: [] for name in names}
        for _ in range(self.settings.steps):
            observations, masks = self.look()
            policy, values = self.player(observations, masks)
            actions = policy.sample()
            seats = torch.from_numpy(self.env.to_decide.copy())
            _, earned, done, _ = self.env.step(actions.numpy())
            rewards = torch.from_numpy(earned / self.settings.scale).float()
            step = (observations, masks, actions, policy.log_prob(actions), values, seats, rewards)
            for name, value in zip(names, (*step, torch.from_numpy(done)), strict=True):
                steps[name].append(value)
        return {name: torch.stack(values) for name, values in steps.items()}

    @torch.no_grad()
    def advantages(self, steps):
        """Return generalized advantage estimates (GAE), computed backwards along each seat's own decisions."""
        games = torch.arange(self.settings.games)
        _, last = self.player(*self.look())
        ahead = torch.zeros(self.settings.games, 2)
        seats = torch.from_numpy(self.env.to_decide.copy())
        ahead[games, seats], ahead[games, 1 - seats] = last, -last  # zero-sum
        gained, earned = torch.zeros_like(ahead), torch.zeros_like(ahead)
        out = torch.zeros_like(steps["values"])
        for step in reversed(range(self.settings.steps)):
            over = steps["done"][step]
            for carried in (ahead, gained, earned):
                carried[over] = 0
            earned += steps["rewards"][step]
            seat = steps["seats"][step]
            value = steps["values"][step]
            error = earned[games, seat] + ahead[games, seat] - value
            out[step] = error + self.settings.lam * gained[games, seat]
            ahead[games, seat], gained[games, seat], earned[games, seat] = value, out[step], 0
        return out

    def learn(self):
        """Play one round, then improve the network on it; return the number of decisions."""
        steps = self.play()
        advantages = self.advantages(steps)
        flat = {name: steps[name].flatten(0, 1) for name in ("observations", "masks", "actions", "log_probs")}
        returns, gains = (advantages + steps["values"]).flatten(), advantages.flatten()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(self.settings.epochs):
            for part in torch.randperm(len(gains)).split(self.settings.minibatch):
                self.improve({name: value[part] for name, value in flat.items()}, returns[part], gains[part])
        return len(gains)

    def improve(self, batch, returns, gains):
        policy, values = self.player(batch["observations"], batch["masks"])
        ratio = (policy.log_prob(batch["actions"]) - batch["log_probs"]).exp()
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        loss = -torch.min(ratio * gains, clipped * gains).mean()
        loss += 0.5 * (values - returns).pow(2).mean() - self.settings.entropy * policy.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
        self.optimizer.step()

    @torch.no_grad()
    def evaluate(self, opponent, games, seed):
        """Return the share of games won against a bot, from both seats; a tie counts half."""
        won = [self.play_against(opponent, games // 2, seat, seed) for seat in (0, 1)]
        return float(np.mean(won))

    def play_against(self, opponent, games, seat, seed):
        env = gymnasium.make_vec(MAP_ID, num_envs=games, opponents=opponent, reward="win", seat=seat)
        observations, infos = env.reset(seed=seed + seat)
        first = np.full(games, np.nan)  # only the first game of each row counts, so that short games do not count more
        while np.isnan(first).any():
            scaled = torch.from_numpy(observations.astype(np.float32)) / self.scale
            policy, _ = self.player(scaled, torch.from_numpy(infos["action_mask"].astype(bool)))
            observations, rewards, over, _, infos = env.step(policy.probs.argmax(dim=-1).numpy())
            fresh = over & np.isnan(first)
            first[fresh] = (rewards[fresh] + 1) / 2
        env.close()
        return first.mean()


def save_curve(rows, path):
    """Save the learning curve as numbers and as a picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".csv").open("w", newline="") as file:
        csv.writer(file).writerows([("seconds", "decisions", "random", "greedy"), *rows])
    longest = max(row[0] for row in rows) or 1
    ticks = [(share, 260 - 240 * share) for share in (0, 0.25, 0.5, 0.75, 1)]
    words = [(36, height + 4, "end", "#333", f"{share:.0%}") for share, height in ticks]
    words += [(40, 278, "start", "#333", "0 s"), (580, 278, "end", "#333", f"{longest:.0f} s")]
    words += [(310, 278, "middle", "#333", f"games won in the course of {rows[-1][1]:,} decisions")]
    lines = [f'<path d="M40 {height}H580" stroke="#ddd"/>' for _, height in ticks]
    for column, name, color in ((2, "random", "#777"), (3, "greedy", "#a92f1c")):
        points = [(40 + 540 * row[0] / longest, 260 - 240 * row[column]) for row in rows]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline points="{drawn}" fill="none" stroke="{color}" stroke-width="2"/>')
        words.append((584, points[-1][1] + 4, "start", color, f"{name} {rows[-1][column]:.0%}"))
    texts = [
        f'<text x="{x}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{text}</text>'
        for x, y, anchor, color, text in words
    ]
    head = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 670 290" font-family="sans-serif" font-size="12"'
    ground = '<rect width="670" height="290" fill="#fff"/>'
    path.with_suffix(".svg").write_text(f"<svg {head}>{ground}{''.join(lines + texts)}</svg>")


def main():
    """Learn until the goal or the time is reached, and save the network and the learning curve."""
    parser = argparse.ArgumentParser(description="Learn the map mini with PPO.")
    parser.add_argument("--seconds", type=float, default=300, help="training time (300)")
    parser.add_argument("--goal", type=float, default=0.9, help="stop at this share of wins against greedy (0.9)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=3, help="rounds between two evaluations (3)")
    parser.add_argument("--measure", type=int, default=1000, help="games per evaluation (1000)")
    parser.add_argument("--games", type=int, default=Settings.games, help="games at a time (512)")
    parser.add_argument(
        "--out", type=Path, default=Path("ppo_mini"), help="the files to save are OUT.pt, OUT.csv and OUT.svg"
    )
    options = parser.parse_args()
    trainer = Trainer(Settings(games=options.games), options.seed)
    started, decisions, rows, round_ = time.monotonic(), 0, [], 0
    print(f"Seed {options.seed}, {torch.get_num_threads()} threads. Wins in {options.measure} games against each bot:")
    print(f"{'round':>6} {'seconds':>8} {'decisions':>11} {'vs random':>10} {'vs greedy':>10}", flush=True)
    while True:
        seconds = time.monotonic() - started
        if round_ % options.every == 0 or seconds > options.seconds:
            against = [trainer.evaluate(name, options.measure, options.seed) for name in ("random", "greedy")]
            rows.append((seconds, decisions, *against))
            print(f"{round_:6d} {seconds:8.0f} {decisions:11,d} {against[0]:10.1%} {against[1]:10.1%}", flush=True)
            save_curve(rows, options.out)
            if against[1] >= options.goal or seconds > options.seconds:
                break
        decisions += trainer.learn()
        round_ += 1
    torch.save(trainer.player.state_dict(), options.out.with_suffix(".pt"))
    print(f"Wins {rows[-1][3]:.1%} against greedy after {rows[-1][0]:.0f} s; untrained: {rows[0][3]:.1%}.")
    print(f"Saved {options.out}.pt, {options.out}.csv and {options.out}.svg.")


if __name__ == "__main__":
    main()
