"""A masked PPO that learns the mini map from nothing, by playing against itself, and is measured against `greedy`.

    make train-mini                 # installs PyTorch once, then trains for some minutes
    python examples/ppo_mini.py --help

Each step is a decision of the seat whose turn it is, and one network plays both seats. What a seat earns counts for
its own decisions alone, so that returns are followed through each seat's decisions only.
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
    """What may be tried out; these learn well on two cores."""

    games: int = 512
    steps: int = 64
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    clip: float = 0.2
    lam: float = 0.95
    entropy: float = 0.01
    scale: float = 20.0  # a margin of so many points is worth 1
    hidden: int = 128


class Player(nn.Module):
    """A network with a masked policy and the value of the position for the seat to decide."""

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
    """Plays a batch of games against itself and learns from it, again and again."""

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
        """Play some steps of every game and keep what was seen, done and earned."""
        kept = {name: [] for name in ("observations", "masks", "actions", "logs", "values", "seats", "rewards", "done")}
        for _ in range(self.settings.steps):
            observations, masks = self.look()
            policy, values = self.player(observations, masks)
            actions = policy.sample()
            seats = torch.from_numpy(self.env.to_decide.copy())
            _, rewards, done, _ = self.env.step(actions.numpy())
            rewards = torch.from_numpy(rewards / self.settings.scale).float()
            moment = (observations, masks, actions, policy.log_prob(actions), values, seats, rewards)
            for name, value in zip(kept, (*moment, torch.from_numpy(done)), strict=True):
                kept[name].append(value)
        return {name: torch.stack(values) for name, values in kept.items()}

    @torch.no_grad()
    def advantages(self, kept):
        """Follow each seat's own decisions backwards (GAE): what it earned until its next one, and that one's value."""
        games = torch.arange(self.settings.games)
        _, last = self.player(*self.look())
        ahead = torch.zeros(self.settings.games, 2)
        seats = torch.from_numpy(self.env.to_decide.copy())
        ahead[games, seats], ahead[games, 1 - seats] = last, -last  # what one wins the other loses
        gained, earned = torch.zeros_like(ahead), torch.zeros_like(ahead)
        out = torch.zeros_like(kept["values"])
        for step in reversed(range(self.settings.steps)):
            over = kept["done"][step]
            for carried in (ahead, gained, earned):
                carried[over] = 0
            earned += kept["rewards"][step]
            seat = kept["seats"][step]
            value = kept["values"][step]
            surprise = earned[games, seat] + ahead[games, seat] - value
            out[step] = surprise + self.settings.lam * gained[games, seat]
            ahead[games, seat], gained[games, seat], earned[games, seat] = value, out[step], 0
        return out

    def learn(self):
        """One round: play, then improve the network on what was played."""
        kept = self.play()
        advantages = self.advantages(kept)
        flat = {name: kept[name].flatten(0, 1) for name in ("observations", "masks", "actions", "logs")}
        goals, gains = (advantages + kept["values"]).flatten(), advantages.flatten()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(self.settings.epochs):
            for part in torch.randperm(len(gains)).split(self.settings.minibatch):
                self.improve({name: value[part] for name, value in flat.items()}, goals[part], gains[part])
        return len(gains)

    def improve(self, batch, goals, gains):
        policy, values = self.player(batch["observations"], batch["masks"])
        ratio = (policy.log_prob(batch["actions"]) - batch["logs"]).exp()
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        loss = -torch.min(ratio * gains, clipped * gains).mean()
        loss += 0.5 * (values - goals).pow(2).mean() - self.settings.entropy * policy.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
        self.optimizer.step()

    @torch.no_grad()
    def measure(self, opponent, games, seed):
        """Return the share of games won against a bot, from both seats; a shared win is half of one."""
        won = [self.play_against(opponent, games // 2, seat, seed) for seat in (0, 1)]
        return float(np.mean(won))

    def play_against(self, opponent, games, seat, seed):
        env = gymnasium.make_vec(MAP_ID, num_envs=games, opponents=opponent, reward="win", seat=seat)
        observations, infos = env.reset(seed=seed + seat)
        first = np.full(games, np.nan)  # of each place only its first game counts: long games count like short ones
        while np.isnan(first).any():
            scaled = torch.from_numpy(observations.astype(np.float32)) / self.scale
            policy, _ = self.player(scaled, torch.from_numpy(infos["action_mask"].astype(bool)))
            observations, rewards, over, _, infos = env.step(policy.probs.argmax(dim=-1).numpy())
            fresh = over & np.isnan(first)
            first[fresh] = (rewards[fresh] + 1) / 2
        env.close()
        return first.mean()


def save_curve(rows, path):
    """Save the learning curve: numbers, and a picture of them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".csv").open("w", newline="") as file:
        csv.writer(file).writerows([("seconds", "decisions", "random", "greedy"), *rows])
    longest = max(row[0] for row in rows) or 1
    ticks = [(share, 260 - 240 * share) for share in (0, 0.25, 0.5, 0.75, 1)]
    words = [(36, height + 4, "end", "#333", f"{share:.0%}") for share, height in ticks]
    words += [(40, 278, "start", "#333", "0 s"), (580, 278, "end", "#333", f"{longest:.0f} s")]
    words += [(310, 278, "middle", "#333", f"games won, while {rows[-1][1]:,} decisions are learned from")]
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
    """Learn until the goal or the time is reached, and save what was learned."""
    parser = argparse.ArgumentParser(description="Learn the mini map by PPO.")
    parser.add_argument("--seconds", type=float, default=300, help="how long to learn (300)")
    parser.add_argument("--goal", type=float, default=0.9, help="stop when so many games are won against greedy (0.9)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=3, help="rounds between two measurements (3)")
    parser.add_argument("--measure", type=int, default=1000, help="games of a measurement (1000)")
    parser.add_argument("--games", type=int, default=Settings.games, help="games played at once (512)")
    parser.add_argument("--out", type=Path, default=Path("ppo_mini"), help="where to save: OUT.pt, OUT.csv, OUT.svg")
    given = parser.parse_args()
    trainer = Trainer(Settings(games=given.games), given.seed)
    started, decisions, rows, round_ = time.monotonic(), 0, [], 0
    print(f"Seed {given.seed}, {torch.get_num_threads()} threads. Won against each bot, in {given.measure} games each:")
    print(f"{'round':>6} {'seconds':>8} {'decisions':>11} {'vs random':>10} {'vs greedy':>10}", flush=True)
    while True:
        seconds = time.monotonic() - started
        if round_ % given.every == 0 or seconds > given.seconds:
            against = [trainer.measure(name, given.measure, given.seed) for name in ("random", "greedy")]
            rows.append((seconds, decisions, *against))
            print(f"{round_:6d} {seconds:8.0f} {decisions:11,d} {against[0]:10.1%} {against[1]:10.1%}", flush=True)
            save_curve(rows, given.out)
            if against[1] >= given.goal or seconds > given.seconds:
                break
        decisions += trainer.learn()
        round_ += 1
    torch.save(trainer.player.state_dict(), given.out.with_suffix(".pt"))
    print(f"Wins {rows[-1][3]:.1%} against greedy after {rows[-1][0]:.0f} s; nothing learned: {rows[0][3]:.1%}.")
    print(f"Saved {given.out}.pt, {given.out}.csv and {given.out}.svg.")


if __name__ == "__main__":
    main()
