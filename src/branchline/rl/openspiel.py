"""OpenSpiel: the games as `python_branchline(map=…,players=…)`, chance sampled, information imperfect.

Importing this module registers the game: `pyspiel.load_game("python_branchline(map=london,players=3)")`.

Chance comes in samples: before cards or tickets are dealt, a chance node offers `SAMPLES` equally likely continuations,
each a new key for the game's chance. So a state holds no future, and the history alone tells the whole game.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from branchline.rl.errors import RlError, WrongActionError
from branchline.rl.games import Games, board_of
from branchline.rl.kernel import step as k

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.rl.observation import Observation

NAME = "python_branchline"
REWARDS = ("win", "margin")
DEFAULTS = {"map": "usa", "players": 2, "options": "", "reward": "win"}
SAMPLES = 64
"""How many continuations a chance node offers."""
DEALING = 6
"""How many chance nodes come before the first deal: 64 ** 6 deals are enough."""


def game_type(reward: str) -> pyspiel.GameType:
    """Return what OpenSpiel asks about the game."""
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
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
        provides_factored_observation_string=False,
    )


@lru_cache(maxsize=32)
def table_for(map_: str, players: int, options: str, reward: str) -> Games:
    """Return the one place on which the states of these parameters are laid when something is asked of them."""
    if reward not in REWARDS:
        raise RlError(f'The reward here is "win" or "margin", not {reward!r}.')
    return Games(board_of(map_, players, tuple(options.split())), 1, reward)


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A map with a number of players; `options` are names with spaces between."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.parameters = (str(chosen["map"]), int(chosen["players"]), str(chosen["options"]), str(chosen["reward"]))
        games = table_for(*self.parameters)
        super().__init__(game_type(self.parameters[3]), game_info(games, self.parameters[3]), chosen)

    def new_initial_state(self, *_: Any) -> BranchlineState:
        """Return the moment before the first deal."""
        return BranchlineState(self, self.parameters)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance may be asked: at most once for every decision, and before the deal."""
        return int(self.max_game_length()) + DEALING

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        """Return what turns a state into a player's observation."""
        if params:
            raise RlError(f"The observation takes no parameters, but {params} was given.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return BranchlineObserver(self.parameters, kind)


def game_info(games: Games, reward: str) -> pyspiel.GameInfo:
    """Return the numbers that bound a game."""
    source, players = games.board.spec, games.board.players
    cards = sum(source.cards.colors.values()) + source.cards.wild
    # Every card is drawn at most once between two payments, and payments are bounded by the pieces.
    paid = players * source.players.pieces * max([1, *games.plan.actions.possible.set_sizes])
    points = sum(route.points for route in games.board.routes) + sum(t.points for t in games.board.tickets) + 200
    most = 1.0 if reward == "win" else float(2 * points)
    return pyspiel.GameInfo(
        num_distinct_actions=games.plan.actions.n,
        max_chance_outcomes=SAMPLES,
        num_players=players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if reward == "win" else None,
        max_game_length=8 * (cards + paid + len(games.board.tickets)),
    )


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    """A game at a moment: its record, and what chance is asked for. All of it is copied and pickled by OpenSpiel."""

    def __init__(self, game: BranchlineGame, parameters: tuple[str, int, str, str]) -> None:
        super().__init__(game)
        self._parameters = parameters
        self._earned = [0.0] * parameters[1]
        self._record = b""  # before the deal there is none
        self._chain = hashlib.sha256(repr(parameters[:3]).encode()).digest()
        self._asked = DEALING  # how many samples of chance are still to come
        self._waiting: int | None = None  # the action that chance is asked for
        self._legal: list[int] = []
        self._player = 0
        self._summary = "before the deal"

    # -- what OpenSpiel asks -------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, or that chance does, or that the game is over."""
        if self._asked:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._player < 0 else self._player

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the samples of chance, all equally likely."""
        return [(sample, 1 / SAMPLES) for sample in range(SAMPLES)]

    def returns(self) -> list[float]:
        """Return what each seat has earned: nothing before the end."""
        return list(self._earned)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal) if player == self._player and not self._asked else []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return table_for(*self._parameters).plan.actions.text(action)

    def __str__(self) -> str:
        digest = hashlib.sha256(self._record + self._chain).hexdigest()[:12]
        asked = f", chance asked {self._asked}" if self._asked else ""
        return f"{self._parameters[0]} {self._summary}{asked}, {digest}"

    # -- playing -------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self._asked:
            self._sample(action)
            return
        games = self.laid()
        if action not in self._legal:
            raise games.refuse(0, action)
        before = games.chance_used()
        games.step(np.array([action], dtype=np.int64))
        if games.chance_used() == before:
            self._take(games)
        else:
            self._asked, self._waiting = 1, action

    def _sample(self, sample: int) -> None:
        if not 0 <= sample < SAMPLES:
            raise WrongActionError(f"Chance is one of 0 to {SAMPLES - 1}, not {sample}.")
        self._chain = hashlib.sha256(self._chain + bytes([sample])).digest()
        self._asked -= 1
        if self._asked:
            return
        games = self.laid()
        if self._waiting is None:
            games.seed(self._chain)
            games.deal()
        else:
            games.renew_chance(self._chain)
            games.step(np.array([self._waiting], dtype=np.int64))
            self._waiting = None
        self._take(games)

    def _take(self, games: Games) -> None:
        """Note where the game on the table stands."""
        self._record = games.state_bytes()
        self._legal = np.flatnonzero(games.masks[0]).tolist()
        self._player = int(games.heads[0, k.TO_DECIDE])
        table = games.table()
        self._summary = f"turn {table.turns}, seat {self._player}, scores {table.scores}"
        if self._player < 0:
            self._earned = games.rewards[0].tolist()

    @property
    def dealt(self) -> bool:
        """Whether there are cards on the table yet."""
        return bool(self._record)

    def laid(self) -> Games:
        """Return the table with this state on it."""
        games = table_for(*self._parameters)
        if self._record:
            games.set_state_bytes(self._record)
        return games

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BranchlineState:
        """Return a state that the player cannot tell from this one, what it does not know dealt anew."""
        games = self.laid()
        rng = Random(sampler())  # noqa: S311 (chance of a game, not a secret)
        world = next(games.view(player).worlds(rng))
        games.set_state_bytes(world.to_bytes())
        games.look_again()
        twin: BranchlineState = self.clone()
        twin._take(games)
        return twin


class BranchlineObserver:
    """Writes a player's observation, scaled, into one tensor."""

    def __init__(self, parameters: tuple[str, int, str, str], kind: Any) -> None:
        self.layout: Observation = table_for(*parameters).plan.layout
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(self.layout.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def _flat(self, state: BranchlineState, player: int) -> Any:
        flat = state.laid().observe(0, player)
        if not self._private:
            for name in ("hand", "unseen", "tickets", "missing", "offer", "returned"):
                flat[self.layout.part[name]] = 0
        return flat

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Fill the tensor with what a player observes."""
        self.tensor[:] = self.layout.scaled(self._flat(state, player)) if state.dealt else 0

    def string_from(self, state: BranchlineState, player: int) -> str:
        """Return what a player observes as text: every slice that is not all zero."""
        if not state.dealt:
            return "before the deal"
        parts = self.layout.as_dict(self._flat(state, player))
        return "\n".join(f"{name}: {part.ravel().tolist()}" for name, part in parts.items() if part.any())


pyspiel.register_game(game_type("win"), BranchlineGame)
