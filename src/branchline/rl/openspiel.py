"""OpenSpiel: the games as `python_branchline(map=…,players=…)`, with sampled chance and imperfect information.

Importing this module registers the game: `pyspiel.load_game("python_branchline(map=london,players=3)")`.

Chance is sampled: before cards or tickets are dealt, a chance node offers `SAMPLES` equally likely continuations, each
with a new key for the game's chance. A state therefore contains no future, and its history determines the whole game.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from branchline.engine.possibilities import possibilities
from branchline.rl.errors import RlError, WrongActionError
from branchline.rl.games import Games, board_of
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.rl.encoding.observation import Array

NAME = "python_branchline"
REWARDS = ("win", "margin")
DEFAULTS = {"map": "usa", "players": 2, "options": "", "reward": "win"}
SAMPLES = 64
"""The number of continuations that a chance node offers."""
DIGEST_BITS = 256
DEALING = 6
"""The number of chance nodes before the first deal: 64 ** 6 deals are enough."""


def game_type(reward: str) -> pyspiel.GameType:
    """Return OpenSpiel's description of the game."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Branchline: route-building games",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if reward == "win" else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
        provides_factored_observation_string=False,
    )


@lru_cache(maxsize=32)
def shared_games(map_: str, players: int, options: str, reward: str) -> Games:
    """Return the one game that states with these parameters are loaded into when they are stepped or observed."""
    if reward not in REWARDS:
        raise RlError(f'The reward here is "win" or "margin", not {reward!r}.')
    return Games(board_of(map_, players, tuple(options.split())), 1, reward)


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A map with a number of players; `options` are names separated by spaces."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.parameters = (str(chosen["map"]), int(chosen["players"]), str(chosen["options"]), str(chosen["reward"]))
        games = shared_games(*self.parameters)
        super().__init__(game_type(self.parameters[3]), game_info(games, self.parameters[3]), chosen)

    def new_initial_state(self, *_: Any) -> BranchlineState:
        """Return the state before the first deal."""
        return BranchlineState(self, self.parameters)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a game: one for every decision, and those before the deal."""
        return int(self.max_game_length()) + DEALING

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        """Return the observer that turns a state into a player's observation."""
        if params:
            raise RlError(f"The observation takes no parameters, but {params} was given.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return BranchlineObserver(self.parameters, kind)


def game_info(games: Games, reward: str) -> pyspiel.GameInfo:
    """Return the limits of a game."""
    source, players = games.board.spec, games.board.players
    cards = sum(source.cards.colors.values()) + source.cards.wild
    # Every card is drawn at most once between two payments, and payments are bounded by the pieces.
    paid = players * source.players.pieces * max([1, *possibilities(games.board).set_sizes])
    points = sum(route.points for route in games.board.routes) + sum(t.points for t in games.board.tickets) + 200
    most = 1.0 if reward == "win" else float(2 * points)
    return pyspiel.GameInfo(
        num_distinct_actions=games.encoding.actions.n,
        max_chance_outcomes=SAMPLES,
        num_players=players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if reward == "win" else None,
        max_game_length=8 * (cards + paid + len(games.board.tickets)),
    )


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, and the action that waits for chance. OpenSpiel copies and pickles all of it."""

    def __init__(self, game: BranchlineGame, parameters: tuple[str, int, str, str]) -> None:
        super().__init__(game)
        self._parameters = parameters
        self._returns = [0.0] * parameters[1]
        self._record = b""  # before the deal there is none
        self._chain = hashlib.sha256(repr(parameters[:3]).encode()).digest()
        self._samples_left = DEALING  # chance nodes until the game goes on
        self._pending: int | None = None  # the action that waits for chance
        self._legal: list[int] = []
        self._player = 0
        self._seen = [b""] * parameters[1]  # for each seat, a digest of everything it has seen, in order
        self._summary = "before the deal"

    # -- OpenSpiel's interface -------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, or the id of chance or of the end."""
        if self._samples_left:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._player < 0 else self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the samples of chance, each equally likely."""
        return [(sample, 1 / SAMPLES) for sample in range(SAMPLES)]

    def returns(self) -> list[float]:
        """Return the reward of each seat: 0 before the end."""
        return list(self._returns)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal) if player == self._player and not self._samples_left else []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return shared_games(*self._parameters).encoding.actions.text(action)

    def __str__(self) -> str:
        digest = hashlib.sha256(self._record + self._chain).hexdigest()[:12]
        chance = f", {self._samples_left} chance nodes left" if self._samples_left else ""
        return f"{self._parameters[0]} {self._summary}{chance}, {digest}"

    # -- playing -------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self._samples_left:
            self._sample(action)
            return
        games = self.loaded()
        if action not in self._legal:
            raise games.refuse(0, action)
        before = k.chance_used(games.states, 0)
        games.step(np.array([action], dtype=np.int64))
        if k.chance_used(games.states, 0) == before:
            self._copy_from(games)
        else:
            self._samples_left, self._pending = 1, action

    def _sample(self, sample: int) -> None:
        if not 0 <= sample < SAMPLES:
            raise WrongActionError(f"A chance outcome is 0 to {SAMPLES - 1}, not {sample}.")
        self._chain = hashlib.sha256(self._chain + bytes([sample])).digest()
        self._samples_left -= 1
        if self._samples_left:
            return
        games = self.loaded()
        if self._pending is None:
            games.seed(self._chain)
            games.deal()
        else:
            k.renew_chance(games.states, 0, np.frombuffer(self._chain, dtype=np.uint32))
            games.step(np.array([self._pending], dtype=np.int64))
            self._pending = None
        self._copy_from(games)

    def _copy_from(self, games: Games) -> None:
        """Copy the position of the shared game."""
        self._record = games.state_bytes()
        self._seen = [_with(seen, games.view(seat).to_bytes()) for seat, seen in enumerate(self._seen)]
        self._legal = np.flatnonzero(games.masks[0]).tolist()
        self._player = games.to_decide()
        table = games.table()
        self._summary = f"turn {table.turns}, seat {self._player}, scores {table.scores}"
        if self._player < 0:
            self._returns = games.rewards[0].tolist()

    @property
    def dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return bool(self._record)

    def loaded(self) -> Games:
        """Return the shared game in the position of this state."""
        games = shared_games(*self._parameters)
        if self._record:
            games.set_state_bytes(self._record)
        return games

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BranchlineState:
        """Return a state that the player cannot distinguish from this one: what it does not know is redealt."""
        games = self.loaded()
        rng = Random(sampler())  # noqa: S311 (chance of a game, not a secret)
        world = next(games.view(player).worlds(rng))
        games.set_state_bytes(world.to_bytes())
        games.refresh()
        twin: BranchlineState = self.clone()
        twin._copy_from(games)
        twin._seen = list(self._seen)  # the player has seen the same
        return twin

    def seen_by(self, player: int) -> bytes:
        """Return a digest of everything that a player has seen, in order: equal for equal information states."""
        return self._seen[player]


def _with(seen: bytes, view: bytes) -> bytes:
    """Return the digest of what a player has seen, with one more view of the game."""
    return hashlib.sha256(seen + view).digest()


class BranchlineObserver:
    """Writes the scaled observation of a player into one tensor.

    With perfect recall it is followed by the bits of a digest of everything that the player has seen: two tensors are
    equal if and only if the information states are. Networks that learn should take the observation alone, which
    already contains what a careful player remembers.
    """

    def __init__(self, parameters: tuple[str, int, str, str], kind: Any) -> None:
        self.layout = shared_games(*parameters).encoding.layout
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        self.tensor = np.zeros(self.layout.size + DIGEST_BITS * self._recall, dtype=np.float32)
        self.dict = {"observation": self.tensor[: self.layout.size]}
        if self._recall:
            self.dict["history"] = self.tensor[self.layout.size :]

    def _flat(self, state: BranchlineState, player: int) -> Array:
        flat = state.loaded().observe(0, player)
        if not self._private:
            for name in ("hand", "unseen", "tickets", "missing", "offer", "returned"):
                flat[self.layout.part[name]] = 0
        return flat

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Fill the tensor with the observation of a player."""
        self.tensor[:] = 0
        if not state.dealt:
            return
        self.dict["observation"][:] = self.layout.scaled(self._flat(state, player))
        if self._recall:
            self.dict["history"][:] = np.unpackbits(np.frombuffer(state.seen_by(player), dtype=np.uint8))

    def string_from(self, state: BranchlineState, player: int) -> str:
        """Return the observation of a player as text: every slice that is not all zero."""
        if not state.dealt:
            return "before the deal"
        parts = self.layout.as_dict(self._flat(state, player))
        lines = [f"{name}: {part.ravel().tolist()}" for name, part in parts.items() if part.any()]
        return "\n".join([*lines, *([f"history: {state.seen_by(player).hex()}"] if self._recall else [])])


pyspiel.register_game(game_type("win"), BranchlineGame)
