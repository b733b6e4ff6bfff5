"""The inputs of the network by name. Counts are divided so that most inputs lie between -1 and 2 on every map."""

from __future__ import annotations

# Of the position.
(
    TURNS_LEFT,
    LAST_TURNS,  # the same, but only the last four
    IN_LAST_ROUND,
    PIECES,
    RIVAL_PIECES,  # the fewest of any other seat
    HAND,
    RIVAL_HAND,
    WILDS_HELD,
    LARGEST_COLOR,
    SCORE_LEAD,
    TICKETS_HELD,
    RIVAL_TICKETS,
    MADE_POINTS,
    DECK_LEFT,
    WILDS_FACE_UP,
    TICKETS_LEFT,
    PATH_LENGTH,
    PATH_LEAD,
    GOAL_POINTS,  # of the tickets that the plan completes
    DROPPED_POINTS,
    PLAN_ROUTES,
    PLAN_MISSING,  # cards that the plan still lacks, with wilds filling gaps
    PLAN_READY,  # planned routes that can be paid
    PLAN_SPACES,
    SLACK,
    SHORTAGE,  # turns that the plan lacks
    BEST_SPARE,  # points per turn of the best spare route
    TICKET_GAIN,  # expected from drawing tickets
    TICKET_GAIN_KNOWN,
    TECHNOLOGIES_WANTED,
    IS_SECOND_CARD,
    IS_FIRST_TICKETS,
    IS_KEEPING,
    PLAYERS,
    PACE,
    TURN_NUMBER,
    OWN_SPEED,  # pieces per turn so far
    RIVAL_SPEED,  # the same, of the fastest other seat
    FREE_CARDS,  # cards in hand that planned routes do not need
    PAYABLE_SPARES,  # the spare routes that can be paid without wilds
    PAYABLE_POINTS,  # the most points of these
    LONG_OPEN,  # the share of long routes that are open
    FACE_UP_VALUE,  # of the best color in the market
    DECK_VALUE,
    RIVAL_KNOWN,  # the most cards that a rival is known to hold
    BOARD_PIECES,
    BOARD_LENGTH,  # mean length of its routes
    BOARD_COPIES,  # cards of a color
    HAS_PATH,  # points for the longest path
    HAS_DISTRICTS,
    HAS_TECHNOLOGIES,
    POSITION_FEATURES,
) = range(52)

# Of a move.
(
    IS_PLANNED,  # the planner's choice
    IS_COLOR,
    IS_DECK,
    IS_WILD,
    IS_BLIND,
    IS_CLAIM,
    IS_TICKETS,
    IS_KEEP,
    IS_PURCHASE,
    IS_PASS,
    CARD_VALUE,  # of a card to the planner's targets
    CARD_RELATIVE,  # the same, relative to the most valuable kind
    CARD_NEXT,  # the value of the best card left in the market for the second draw
    CARD_HELD,
    CARD_COPIES,  # in the market
    CARD_PLANNED_NEED,
    CARD_SPARE_NEED,
    CARD_COMPLETES,  # planned routes that lack only this card
    CARD_COMPLETES_SPARE,
    CARD_RIVALS,  # cards of this kind that rivals are known to hold
    CARD_PAYS_1,  # the most points of a spare route that lacks one card of this kind
    CARD_PAYS_2,  # the same, two cards
    CARD_PAYS_3,  # the same, three or more
    CLAIM_PLANNED,
    CLAIM_WEIGHT,  # of the target
    CLAIM_SPARE_TARGET,
    CLAIM_RATE,  # points per turn of a spare route
    CLAIM_LENGTH,
    CLAIM_LONG,
    CLAIM_POINTS,
    CLAIM_BONUS,  # tickets and districts completed, flags
    CLAIM_PATH,  # how much longer the longest path becomes
    CLAIM_WILDS,
    CLAIM_WASTE,
    CLAIM_CONFLICT,  # cards that planned routes need
    CLAIM_COLOR_LEFT,
    CLAIM_GRAY,
    CLAIM_CONTEST,
    CLAIM_BLOCKS,
    CLAIM_TWIN_OPEN,
    CLAIM_OWN_ENDS,
    CLAIM_STARTS_LAST_ROUND,
    CLAIM_PIECES_AFTER,
    CLAIM_LEAVES_PIECES,  # enough for the plan
    CLAIM_SPARE_PIECES,  # pieces left after it and the plan
    CLAIM_HAND_AFTER,
    CLAIM_RATE_LEAD,  # its points per turn, compared with the best spare route
    CLAIM_POINTS_LEAD,  # its points, compared with those of the best spare route that can be paid
    CLAIM_RIVAL_READY,  # how nearly a rival can pay for it, as far as its hand is known
    TICKETS_GAIN,
    KEEP_WORTH,  # of the plan, relative to the best choice
    KEEP_BALANCE,  # of the plan
    KEEP_COUNT,
    KEEP_POINTS,
    KEEP_DROPPED,
    KEEP_SPACES,
    KEEP_TURNS,
    BUY_WANTED,
    BUY_COST,
    BUY_GAIN,
    MOVE_FEATURES,
) = range(61)
