"""The plan: one array of integers that tells the compiled code where everything of a map's spaces lies."""

from __future__ import annotations

# The head of the plan: numbers and where the tables begin.
(
    ACTIONS,  # how many actions there are
    KEEPS,  # the first action that keeps tickets
    BUYS,  # where the numbers of purchases begin: technology by sets
    CLAIMS,  # where the numbers of claims begin: route by slot by sets by wilds by option
    SETS,  # how many counts of sets a payment may have
    WILDS,  # how many counts of wilds
    ROWS,  # where the actions themselves begin, one row each
    SIZE,  # how long an observation is
    LONGEST,  # the spaces of the longest track
) = range(9)
HEAD = 9
"""After the head, where each slice of an observation begins."""

# A row of an action.
KIND, TARGET, SLOT, ROW_SETS, ROW_WILDS, OPTION = range(6)
ROW = 6

# Actions with the same number on every map; then the colors of the market, then keeping.
PASS_ID, TICKETS_ID, BLIND_ID, DECK_ID, WILD_ID, COLOR_ID = range(6)
NO_COLOR = 8
"""The slot of a payment with no card of a color standing for itself."""
SLOTS = NO_COLOR + 1

# The slices of an observation, in their order. Seats are counted from the observer on: itself, the next one, …
(
    PHASE,
    SEAT,
    TO_DECIDE,
    CLOCK,
    HAND,
    MARKET,
    DISCARDS,
    UNSEEN,
    KNOWN,
    HAND_COUNTS,
    PIECES,
    SCORES,
    TICKET_COUNTS,
    CHOSEN,
    TICKETS,
    MISSING,
    OFFER,
    RETURNED,
    OPEN,
    TRACKS,
    DISTRICTS,
    FRONT,
    OWNED,
    COPIES,
    BOUGHT,
) = range(25)
NUMBER_OF_SLICES = 25

# What the clock tells, in its order.
TURNS, LAST_TURNS, DRAWN, WILD_MAY_FOLLOW, RESHUFFLED, PASSES, DECK_COUNT, TICKET_DECK, CLOCK_SIZE = range(9)

CUT_OFF = 99
"""The spaces missing for a ticket whose ends can no longer be joined."""

# What is rewarded.
MARGIN, WIN, POINTS = range(3)
