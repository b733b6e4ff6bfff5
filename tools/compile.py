"""Compile everything in two processes, so that tests and benchmarks load it from disk instead of compiling it."""

from __future__ import annotations

import subprocess
import sys


def compile_matches() -> None:
    """Compile the rules, the bots and whole games between them."""
    from branchline.arena.jobs import Job, play
    from branchline.arena.match import new_match
    from branchline.bots import warmup

    warmup.main([])
    match = new_match("london", ["random", "greedy", "planner"], 1)
    warmup.warm_up(match.make_bots(), match.board)
    warmup.MATCHES.compile_once(lambda: play(Job(match, 0, 0, 6)))


def compile_environments() -> None:
    """Compile the learning environments, and what only tests, tools and benchmarks call."""
    from branchline.rl.vector import VectorEnv

    env = VectorEnv("mini", n=2, players=2)
    env.reset(seed=1)
    env.step(env.sample())
    compile_interfaces()
    compile_research()
    compile_training()


def compile_interfaces() -> None:
    """Compile what Gymnasium, PettingZoo and OpenSpiel call."""
    from branchline.rl.games import Games, board_of
    from branchline.rl.gymnasium_vector import BranchlineVectorEnv
    from branchline.rl.openspiel import BranchlineGame
    from branchline.rl.pettingzoo import env

    for opponent in ("greedy", "planner"):
        many = BranchlineVectorEnv(2, "mini", opponent)
        _, info = many.reset(seed=1)
        many.step(info["action_mask"].argmax(axis=1))
        many.close()
    one = env("mini")
    one.reset(seed=1)
    one.observe(one.agent_selection)
    state = BranchlineGame({"map": "mini"}).new_initial_state()
    for chance in (True, False, True):  # the deal, decisions until something is drawn, and what is drawn
        while state.is_chance_node() is chance:
            state.apply_action(state.legal_actions()[0])
    games = Games(board_of("mini", 2))
    games.deal()
    games.observe(0, 0)
    games.number_of(0, games.code(0, int(games.masks[0].argmax())))


def compile_research() -> None:
    """Compile random games, sampled worlds, results of games between Python bots, and what fits the search."""
    import numpy as np

    import branchline as bl
    from branchline.arena.evaluation.bench import RandomGames
    from branchline.bots.kernel_games import MATCH_GAME, write_result_of
    from branchline.bots.search.beliefs import ticket_features_at
    from branchline.bots.search.records import FEATURES, new_scratch
    from branchline.bots.search.training_samples import sample_positions
    from branchline.engine.entry_points import new_dice, new_list
    from branchline.engine.kernel.bits import int64
    from branchline.engine.kernel.layout import packed
    from branchline.engine.kernel.trace import new_trace
    from branchline.engine.kernel.types import SEATS

    game = bl.new_game("mini", players=2, seed=1)
    boards, scratch = packed(game.board), new_scratch()
    RandomGames(game.board).play(1)
    next(game.view(0).worlds())
    write_result_of(game, np.zeros(1, dtype=MATCH_GAME), 0)
    ticket_features_at(boards, game.view(0).record, scratch, int64(0))
    scratch["dice"][0] = new_dice(1)
    features, gains, turns_left = np.zeros((0, SEATS, FEATURES)), np.zeros((0, SEATS)), np.zeros(0)
    keys = np.ones((1, 8), dtype=np.uint32)
    sample_positions(boards, scratch, keys, new_list(), new_trace(), 3, features, gains, turns_left)


def compile_training() -> None:
    """Compile the learned and the guided bot, and the games that the network is trained with."""
    import branchline as bl
    from branchline.arena.match import new_match
    from branchline.arena.training.samples import TrainingJob

    match = new_match("mini", ["planner", "planner"], 1)
    TrainingJob(match, 0, 1).perform()
    for spec in ("learned", "guided:playouts=2"):
        bl.bot(spec).choose(bl.new_game("mini", players=2, seed=1).view(0))


# Parts that share the rules and the planner are compiled in one process; there is one process for each of two cores.
PROCESSES = {"matches": compile_matches, "environments": compile_environments}


def main(arguments: list[str]) -> int:
    """Start a process for each part and wait for them; with the name of a part, compile it here."""
    if arguments:
        PROCESSES[arguments[0]]()
        return 0
    running = [
        subprocess.Popen([sys.executable, "-m", "tools.compile", part])  # noqa: S603 (this program)
        for part in PROCESSES
    ]
    codes = [process.wait() for process in running]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
