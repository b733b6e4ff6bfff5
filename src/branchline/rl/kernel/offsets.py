"""The index of a map's spaces: one array of integers that the compiled code looks everything up in.

The array starts with a header, followed by where each slice of an observation begins, the numbers of purchases and of
claims, and the actions themselves, one row each.
"""

from __future__ import annotations

# The header.
(
    KEEPS,  # the first action that keeps tickets
    PURCHASES,  # where the numbers of purchases begin: technology by sets
    CLAIMS,  # where the numbers of claims begin: route by slot by sets by wilds by option
    SETS,  # the number of possible counts of sets in a payment, from 0
    WILDS,  # the number of possible counts of wilds in a payment, from 0
    ROWS,  # where the actions begin
    LONGEST,  # the spaces of the longest route
    HEADER,
) = range(8)

# The row of an action. A payment is the color that pays for itself, sets that stand for wilds (K1), and wilds.
KIND, TARGET, SLOT, ROW_SETS, ROW_WILDS, OPTION, ROW = range(7)
NO_COLOR = 8
"""The slot of a payment in which no color pays for itself."""
SLOTS = NO_COLOR + 1

# Actions with the same number on every map; then the colors of the market, then keeping tickets.
PASS_ID, TICKETS_ID, BLIND_ID, DECK_ID, WILD_ID, COLOR_ID = range(6)

# The slices of an observation, in order. Seats are counted from the observer: itself, the next one, …
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
    ROUTES,
    DISTRICTS,
    FRONT,
    OWNED,
    COPIES,
    BOUGHT,
    NUMBER_OF_SLICES,
) = range(26)

# The numbers of the slice `clock`, in order.
TURNS, LAST_TURNS, DRAWN, WILD_MAY_FOLLOW, RESHUFFLED, PASSES, DECK_COUNT, TICKET_DECK, CLOCK_SIZE = range(9)

# The kinds of reward.
MARGIN, WIN, POINTS = range(3)
