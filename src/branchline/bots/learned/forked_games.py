"""Training data: games in which, at some decisions, every candidate move is played out to the end.

The games are forked from their true state, so that outcomes are right on average over what the seat to move cannot see:
no hidden tickets or hands have to be guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import numpy as np

from branchline.bots.learned.candidates import list_candidates
from branchline.bots.learned.inputs import MOVE_FEATURES
from branchline.bots.learned.network import evaluate_moves
from branchline.bots.learned.playouts import playout_move, set_chance
from branchline.bots.learned.policy import advantage, describe_candidates, learned_move
from branchline.bots.learned.records import (
    DECISION,
    NETWORK,
    OUTPUTS,
    OWN,
    OWN_BONUSES,
    OWN_TICKETS,
    RIVAL,
    TURNS_PER_UNIT,
    WIN,
    Decision,
    Network,
)
from branchline.bots.planner.plan import board_pace
from branchline.bots.planner.workspace import SETTINGS, WORKSPACE, Workspace
from branchline.bots.search.records import MOST_MOVES
from branchline.bots.search.rollout import rollout_move
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import copy_numbers, int64
from branchline.engine.kernel.codes import DECK, DRAW, TARGET
from branchline.engine.kernel.compilation import entry, kernel
from branchline.engine.kernel.layout import ACTION_LIST, NOTES, NOTHING, OVER, PHASES, STATE, TURN, Records
from branchline.engine.kernel.types import SEATS, Ints, Matrix, Rows, StateRecord, dtype_of
from branchline.engine.rules.market import cards_to_draw
from branchline.engine.rules.scoring import COLUMNS, ROUTES, TICKETS_MADE, TICKETS_MISSED, TOTAL, score_game, win_share
from branchline.engine.rules.turn import act, deal_game
from branchline.engine.rules.visibility import redact

if TYPE_CHECKING:
    from branchline.engine.kernel.types import ActionList, BoardRecord, Code, Floats, Seat, Trace

# Who plays a seat: the planner of rollouts, or the network.
ROLLOUT_PLAYER, NETWORK_PLAYER = range(2)

GAME, VIEW, FORK = range(3)
"""In `states`: the game, the view of the seat that decides, and the game that was forked from it."""
FORKED = SEATS
"""In `workspaces`: the first one of the forked game, after those of the game."""
MOST_PLAYOUTS = 16


class TrainingTable(Protocol):
    """The memory of a table at which training games are played: `TRAINING_TABLE`."""

    players: Annotated[Ints, "i8", SEATS]  # who plays each seat
    styles: Annotated[Matrix[float], "f8", (SEATS, SETTINGS)]  # the settings of each seat's planner
    pauses: Annotated[Ints, "i8", SEATS]  # a rollout player only draws cards in one of this many turns; 0 for none
    studied: Annotated[Ints, "i8", SEATS]  # whether the decisions of each seat may be forked
    odds: Annotated[Ints, "i8", len(PHASES)]  # one in this many decisions of each phase is forked; 0 for none
    mistakes: Annotated[int, "i8"]  # one in this many decisions is made at random; 0 for none
    playouts: Annotated[int, "i8"]  # of each candidate move
    compared: Annotated[int, "i8"]  # the most moves of a position that are compared, of the network's favorites
    positions: Annotated[int, "i8"]  # stored so far, and their moves
    moves: Annotated[int, "i8"]
    dice: Annotated[Ints, "u8", 1]
    keys: Annotated[Matrix[int], "u4", (MOST_PLAYOUTS, 8)]
    candidates: Annotated[Ints, "i8", MOST_MOVES]
    score_table: Annotated[Matrix[int], "i4", (SEATS, COLUMNS)]
    network: Annotated[Network, NETWORK]
    decision: Annotated[Decision, DECISION]
    states: Annotated[Rows[StateRecord], STATE, 3]
    workspaces: Annotated[Rows[Workspace], WORKSPACE, 2 * SEATS]


TRAINING_TABLE = dtype_of(TrainingTable)


def new_table() -> Records:
    """Return the memory of a table, an array of one."""
    return np.zeros(1, dtype=TRAINING_TABLE)


@kernel
def see(board: BoardRecord, table: TrainingTable, at: int) -> None:
    """Store the view of the seat that decides in one of the table's games."""
    table.states[VIEW] = table.states[at]
    redact(board, table.states[VIEW], int64(table.states[at].turn))


@kernel
def is_pausing(board: BoardRecord, table: TrainingTable, state: StateRecord) -> bool:
    """Return whether a slow player uses this turn only to draw two cards from the deck."""
    pause = table.pauses[state.turn]
    if pause == 0 or state.phase != TURN or cards_to_draw(state) == 0:
        return False
    return bool((state.turns // board.players) % pause == 0)


@kernel
def choose(board: BoardRecord, table: TrainingTable, at: int, listed: ActionList) -> Code:
    """Let the player of the seat to move choose in one of the table's games."""
    seat = int64(table.states[at].turn)
    workspace = table.workspaces[seat if at == GAME else FORKED + seat]
    if table.players[seat] == ROLLOUT_PLAYER:
        if is_pausing(board, table, table.states[at]):
            return int64(DRAW | DECK << TARGET)
        return rollout_move(board, table.states[at], workspace, listed)
    if at == FORK:
        return playout_move(board, table.states[FORK], workspace, table.decision, table.network, listed)
    see(board, table, at)
    return learned_move(board, table.states[VIEW], workspace, table.decision, table.network, listed)


@kernel
def play_out(board: BoardRecord, table: TrainingTable, code: Code, key: Ints, listed: ActionList, notes: Trace) -> None:
    """Fork the game: play a move, then all players to the end, and store the scores."""
    table.states[FORK] = table.states[GAME]
    fork = table.states[FORK]
    set_chance(fork, key)
    for seat in range(board.players):
        table.workspaces[FORKED + seat] = table.workspaces[seat]
    notes.used = 0
    act(board, fork, code, notes)
    turn = int64(fork.turns)
    while fork.phase != OVER:
        if fork.turns != turn:
            turn = int64(fork.turns)
            set_chance(fork, key)
        code = choose(board, table, FORK, listed)
        notes.used = 0
        act(board, fork, code, notes)
    score_game(board, fork, table.score_table)


@kernel
def add_outcome(board: BoardRecord, table: TrainingTable, seat: Seat, row: Floats) -> None:
    """Add the outcome of a playout for the seat that moved."""
    unit = TURNS_PER_UNIT * board_pace(board) * table.playouts
    rival = int64(-1000)
    for other in range(board.players):
        if other != seat:
            rival = max(rival, int64(table.score_table[other, TOTAL]))
    tickets = table.score_table[seat, TICKETS_MADE] + table.score_table[seat, TICKETS_MISSED]
    row[OWN] += table.score_table[seat, TOTAL] / unit
    row[OWN_TICKETS] += tickets / unit
    row[OWN_BONUSES] += (table.score_table[seat, TOTAL] - table.score_table[seat, ROUTES] - tickets) / unit
    row[RIVAL] += rival / unit
    row[WIN] += win_share(board, table.score_table, seat) / table.playouts


@kernel
def compare_moves(
    board: BoardRecord, table: TrainingTable, outcomes: Matrix[float], first: int, listed: ActionList, notes: Trace
) -> None:
    """Play every candidate move out with the same keys, and store the mean outcome of each from row `first` on."""
    seat, number = int64(table.states[GAME].turn), int64(table.decision.move_count)
    for place in range(number):  # the players of the fork use the same working memory
        table.candidates[place] = table.decision.moves[place]
    for playout in range(table.playouts):
        for word in range(8):
            table.keys[playout, word] = roll(table.dice, 1 << 31)
    for place in range(number):
        for output in range(OUTPUTS):
            outcomes[first + place, output] = 0.0
        for playout in range(table.playouts):
            play_out(board, table, table.candidates[place], table.keys[playout], listed, notes)
            add_outcome(board, table, seat, outcomes[first + place])
    table.decision.move_count = number
    for place in range(number):
        table.decision.moves[place] = table.candidates[place]


@kernel
def keep_favorites(table: TrainingTable) -> None:
    """Keep the planner's choice and those moves that the network predicts most of, with their inputs.

    The others are hardly ever chosen, and playing them out would take most of the time.
    """
    decision = table.decision
    evaluate_moves(table.network, decision)
    for spot in range(1, table.compared):
        best = spot
        for place in range(spot + 1, decision.move_count):
            if advantage(decision, place) > advantage(decision, best):
                best = place
        swap_moves(decision, spot, best)
    decision.move_count = table.compared


@kernel
def swap_moves(decision: Decision, first: int, second: int) -> None:
    """Swap two candidate moves with their inputs and outputs."""
    if first == second:
        return
    decision.moves[first], decision.moves[second] = decision.moves[second], decision.moves[first]
    for feature in range(MOVE_FEATURES):
        kept = decision.features[first, feature]
        decision.features[first, feature] = decision.features[second, feature]
        decision.features[second, feature] = kept
    for output in range(OUTPUTS):
        value = decision.output[first, output]
        decision.output[first, output] = decision.output[second, output]
        decision.output[second, output] = value


@kernel
def is_forked(table: TrainingTable) -> bool:
    """Return whether to compare the moves of this decision."""
    odds = table.odds[table.states[GAME].phase]
    return table.studied[table.states[GAME].turn] != 0 and odds > 0 and roll(table.dice, odds) == 0


@kernel
def study(
    board: BoardRecord,
    table: TrainingTable,
    positions: Matrix[float],
    counts: Ints,
    moves: Matrix[float],
    outcomes: Matrix[float],
    listed: ActionList,
    notes: Trace,
) -> None:
    """Compare the candidate moves of the game and store the result, if there is room for it."""
    decision = table.decision
    if decision.move_count == 1 or table.positions == counts.shape[0]:
        return
    describe_candidates(board, table.states[VIEW], table.workspaces[int64(table.states[GAME].turn)], decision)
    if 0 < table.compared < decision.move_count:
        keep_favorites(table)
    number = int64(decision.move_count)
    if table.moves + number > moves.shape[0]:
        return
    copy_numbers(decision.position, positions[table.positions])
    counts[table.positions] = number
    for place in range(number):
        copy_numbers(decision.features[place], moves[table.moves + place])
    compare_moves(board, table, outcomes, table.moves, listed, notes)
    table.positions += 1
    table.moves += number


@kernel
def start_game(board: BoardRecord, table: TrainingTable, key: Ints, notes: Trace) -> None:
    """Deal a game."""
    copy_numbers(key, table.states[GAME].key)
    notes.used = 0
    deal_game(board, table.states[GAME], notes)
    for seat in range(board.players):
        table.workspaces[seat].ready = 0
        table.workspaces[seat].listed = NOTHING
        copy_numbers(table.styles[seat], table.workspaces[seat].settings)


@entry
def play_training_games(
    boards: Records,
    tables: Records,
    keys: Matrix[int],
    positions: Matrix[float],
    counts: Ints,
    moves: Matrix[float],
    outcomes: Matrix[float],
    scores: Matrix[float],
    out: Ints,
    trace: Ints,
) -> int:
    """Play a game with each key, and return the number of positions whose moves were compared.

    For each position its inputs and the number of its moves are stored, and for each move its inputs and its outcome.
    For each game the scores of the seats are stored, followed by their shares of the win.
    """
    board, table = boards[0], tables[0]
    listed, notes = out.view(ACTION_LIST)[0], trace.view(NOTES)[0]
    state, decision = table.states[GAME], table.decision
    table.positions = 0
    table.moves = 0
    for game in range(keys.shape[0]):
        start_game(board, table, keys[game], notes)
        while state.phase != OVER:
            code = choose(board, table, GAME, listed)
            forked = is_forked(table)
            mistaken = table.mistakes > 0 and roll(table.dice, table.mistakes) == 0
            if forked or mistaken:
                see(board, table, GAME)
                list_candidates(board, table.states[VIEW], table.workspaces[int64(state.turn)], decision, listed)
                if forked:
                    study(board, table, positions, counts, moves, outcomes, listed, notes)
                if mistaken:
                    code = decision.moves[roll(table.dice, decision.move_count)]
            notes.used = 0
            act(board, state, code, notes)
        score_game(board, state, table.score_table)
        for seat in range(board.players):
            scores[game, seat] = table.score_table[seat, TOTAL]
            scores[game, SEATS + seat] = win_share(board, table.score_table, seat)
    return int64(table.positions)
