"""Habits of a bot that may look stupid, as table rows for results.md: `python -m benchmarks.habits BOT GAMES [RIVAL]`.

On the map of the USA with two players. Without a rival the bot plays against itself.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import branchline as bl

SEED = 2026
MAP = "usa"
MANY_CARDS = 20
LONG = 4
WORKERS = multiprocessing.cpu_count()


def wanted_colors(view: bl.View) -> set[str | None]:
    """Return the colors of which one more card pays for a long open route without wilds."""
    routes = [view.board.routes[index] for index in view.open_routes]
    return {
        name
        for route in routes
        if not route.is_gray and route.length >= LONG
        for name in [view.board.card_name(route.color)]
        if route.full_price - view.hand.get(name, 0) == 1
    }


def habits_of_game(bots: tuple[str, str], number: int) -> Counter[str]:
    """Play a game, and count habits of the first bot, which sits in turn in either seat."""
    own = number % 2
    game = bl.new_game(MAP, players=2, seed=SEED + number // 2)
    players = [bl.bot(bots[0 if seat == own else 1]) for seat in range(2)]
    for seat, player in enumerate(players):
        player.start(2 * number + seat)
    found: Counter[str] = Counter(games=1)
    while not game.over:
        view = game.view(game.turn)
        action = players[game.turn].choose(view)
        if game.turn == own:
            count_habits(found, view, action)
        game.play(action)
    result = game.result.seats[own]
    found["score"] += result.total
    found["cards unspent at the end"] += sum(game.view(own).hand.values())
    return found


def count_habits(found: Counter[str], view: bl.View, action: bl.Action) -> None:
    """Count what a decision shows."""
    if view.phase == "turn":
        found["turns"] += 1
        found[f"turns with {MANY_CARDS} or more cards in hand"] += sum(view.hand.values()) >= MANY_CARDS
        found["ticket draws after the start"] += isinstance(action, bl.TakeTickets)
    if isinstance(action, bl.Draw):
        found["cards drawn"] += 1
        blind = action.card == "deck"
        found["cards drawn blind"] += blind
        found["blind draws beside a card that completes the payment of a long route"] += blind and bool(
            wanted_colors(view) & set(view.market)
        )
        found["wilds taken face up"] += action.card == "wild"
    if isinstance(action, bl.Claim):
        found["wilds spent"] += action.cards.get("wild", 0)
        route, own = view.board.routes[action.route], view.turn
        ends = not view.last_round and view.pieces[own] - route.length <= view.board.spec.rules.last_round_at
        found["last rounds begun"] += ends
        behind = view.scores[own] + route.points < max(view.scores)
        found["last rounds begun while behind in points for routes"] += ends and behind


def main(bot: str, games: int, rival: str) -> None:
    """Print the rows: means per game and seat."""
    with ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn")) as pool:
        found = sum(pool.map(partial(habits_of_game, (bot, rival)), range(games), chunksize=4), Counter())
    print(f"| per game, {games} games of `{bot}` against `{rival}`, {MAP} | mean |\n|---|---|")
    for name, number in found.items():
        if name != "games":
            print(f"| {name} | {number / games:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else sys.argv[1])
