"""What can be wrong with a well-formed map: each check looks for one thing and says how to mend it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards import graph
from branchline.boards.format.draft import NUMBER, Draft
from branchline.boards.format.schema import GRAY, OPTIONS, Limits
from branchline.names import did_you_mean, fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from branchline.boards.format.line_numbers import Path
    from branchline.boards.format.schema import Track

RESERVED = {GRAY, "grey", "wild", "deck"}
"""Words of our notation that a card's color cannot have for a name."""
MARKS = "–×"
"""What our notation writes between two places, and between a color and its count."""
FAR = 3
"""A ticket may differ from its shortest way by so many points whatever its length."""
SCARCE = 4
"""A color with more than so many spaces for each of its cards earns a warning."""


class Fault(NamedTuple):
    """Something to mend: a mild one is a warning."""

    code: str
    path: Path
    message: str
    fix: str
    mild: bool = False


def find(draft: Draft) -> Iterator[Fault]:
    """Everything that is wrong with a draft; of one far beyond the limits, only that it is."""
    checks = CHECKS if all(count <= 2 * most for _, _, count, most in _counts(draft)) else (limits,)
    return (fault for look in checks for fault in look(draft))


# ---- names -------------------------------------------------------------------------------------


def names(draft: Draft) -> Iterator[Fault]:
    """Names must be readable, writable in our notation, and told apart without case and accents."""
    for section, known in _named(draft).items():
        twins: dict[str, str] = {}
        for name in known:
            yield from _bad_name((*section, name), name)
            twin = twins.setdefault(fold(name), name)
            if twin != name and fold(name):
                yield Fault(
                    "duplicate", (*section, name), f'"{name}" and "{twin}" read the same.', "Rename one of them."
                )


def _named(draft: Draft) -> dict[Path, Iterable[str]]:
    return {
        ("cities",): draft.cities,
        ("cards", "colors"): draft.colors or (),
        ("technologies",): draft.technologies,
        ("groups",): draft.groups,
    }


def _bad_name(path: Path, name: str) -> Iterator[Fault]:
    mark = next((mark for mark in MARKS if mark in name), None)
    if not name.isprintable() or name != name.strip():
        yield Fault("name", path, f"The name {name!r} has characters that cannot be seen.", "Write it without them.")
    elif mark:
        yield Fault("name", path, f'The name "{name}" holds "{mark}", which moves are written with.', 'Use "-" or "x".')
    elif not fold(name):
        yield Fault("name", path, f'The name "{name}" has neither letters nor digits.', "Give it some.")


def colors(draft: Draft) -> Iterator[Fault]:
    """There must be colors, and none may be called like something else."""
    if draft.colors is not None and not draft.colors:
        yield Fault("colors", ("cards", "colors"), "There are no colors.", "Write `colors = { red = 12, … }`.")
    for color in draft.colors or ():
        if color.casefold() in RESERVED:
            fix = "Give the cards another name; gray routes need no cards of their own."
            yield Fault("colors", ("cards", "colors"), f'A card color cannot be called "{color}".', fix)


# ---- routes ------------------------------------------------------------------------------------


def route_ends(draft: Draft) -> Iterator[Fault]:
    """A route joins two different places of the map."""
    for path, track in draft.tracks:
        for end in (track.a, track.b):
            yield from _unknown("city", end, draft.cities, path, "Add it to [cities], or mend the name.")
        if track.a == track.b:
            yield Fault("self", path, f"This route leads from {track.a} to {track.a}.", "A route joins two places.")


def route_colors(draft: Draft) -> Iterator[Fault]:
    """A route has the color of some card, or is gray."""
    if not draft.colors:
        return
    for path, track in draft.tracks:
        known = [*draft.colors, GRAY]
        yield from _unknown("color", track.color, known, path, f"The cards have {', '.join(known)}.")


def route_lengths(draft: Draft) -> Iterator[Fault]:
    """A route has a length that earns points, and that a player has pieces for."""
    table = draft.point_table
    for path, track in draft.tracks:
        if track.length < 1:
            yield Fault("length", path, f"This route has {track.length} spaces.", "A route has at least 1.")
        elif track.length > Limits.LENGTH:
            fix = f"The longest that can be played is {Limits.LENGTH}."
            yield Fault("limit", path, f"This route has {track.length} spaces.", fix)
        elif table is not None and track.length not in table:
            fix = f"Add `{track.length} = …` to routes in [scoring], which has {_listed(sorted(table))}."
            yield Fault("length", path, f"A route of {track.length} spaces has no points.", fix)
        elif draft.players and track.length > draft.players.pieces:
            fix = f"Shorten it, or give more than {draft.players.pieces} pieces in [players]."
            yield Fault("length", path, f"Nobody has pieces for {track.length} spaces.", fix)


def points(draft: Draft) -> Iterator[Fault]:
    """The table of points goes by lengths."""
    for length in draft.points or ():
        if not NUMBER.fullmatch(length):
            fix = "Write the number of spaces, as in `3 = 4`."
            yield Fault("points", ("scoring", "routes"), f'"{length}" is not a length.', fix)


def triples(draft: Draft) -> Iterator[Fault]:
    """Two tracks of one length between the same places are a double; three are nothing (C5)."""
    between: Counter[tuple[frozenset[str], int]] = Counter()
    for path, track in draft.sound_tracks:
        double = (frozenset((track.a, track.b)), track.length)
        between[double] += 1
        if between[double] > 2:  # noqa: PLR2004 (a double)
            message = f"{_ends(track)} has a third track of {_spaces(track.length)}."
            yield Fault("triple", path, message, "A double has two: take one out, or give it another length.")


def ferries(draft: Draft) -> Iterator[Fault]:
    """A ferry has no more symbols than spaces (K2)."""
    for path, track in draft.tracks:
        if track.more.ferry > max(track.length, 0):
            message = f"This ferry has {track.more.ferry} symbols on {_spaces(track.length)}."
            yield Fault("ferry", path, message, "Each symbol is one of its spaces.")


def payable(draft: Draft) -> Iterator[Fault]:
    """All the cards of the box must be enough to pay for any one route (C2, K2)."""
    if draft.cards is None or draft.rules is None or draft.rules.cards_per_wild:
        return
    wild, plenty = draft.cards.wild, max(draft.cards.colors.values(), default=0)
    for path, track in draft.sound_tracks:
        cards = plenty if track.color == GRAY else draft.cards.colors.get(track.color, track.length)
        if track.more.ferry > wild or track.length > cards + wild:
            message = f"{_ends(track)} can never be paid: the box has {cards} such cards and {_wilds(wild)}."
            yield Fault("payment", path, message, "Shorten the route, or add cards.")


# ---- the network -------------------------------------------------------------------------------


def network(draft: Draft) -> Iterator[Fault]:
    """Every place has a route, and the routes join all places."""
    networks = graph.components(_edges(draft))
    for city in draft.cities:
        if not any(city in network for network in networks):
            yield Fault("lonely", ("cities", city), f"No route leads to {city}.", "Add one, or take the city out.")
    parts = [[city for city in draft.cities if city in network] for network in networks]
    whole, *rest = sorted(parts, key=len, reverse=True) or [[]]
    for part in rest:
        message = f"No route joins {_some(part)} to {_some(whole)}."
        yield Fault("disconnected", ("cities", part[0]), message, "Add a route between the two parts.")


def ticket_ends(draft: Draft) -> Iterator[Fault]:
    """A ticket leads from one place or group to another that can be reached."""
    known, distances = [*draft.cities, *draft.groups], _Distances(draft)
    for path, ticket in draft.tickets:
        fix = "Add it to [cities] or [groups], or mend the name."
        strangers = [*_unknown("city", ticket.a, known, path, fix), *_unknown("city", ticket.b, known, path, fix)]
        yield from strangers
        starts, goals = draft.places(ticket.a), draft.places(ticket.b)
        if ticket.a == ticket.b or set(starts) & set(goals):
            message = f"This ticket leads from {ticket.a} to {ticket.b}, the same place."
            yield Fault("self", path, message, "Name two places.")
        elif not strangers and distances.between(starts, goals) is None:
            message = f"No routes join {ticket.a} to {ticket.b}."
            yield Fault("unreachable", path, message, "Add the routes, or change the ticket.")


def same_tickets(draft: Draft) -> Iterator[Fault]:
    """No two tickets ask for the same."""
    first: dict[frozenset[str], int] = {}
    for path, ticket in draft.tickets:
        row = int(path[-1]) + 1
        twin = first.setdefault(frozenset((ticket.a, ticket.b)), row)
        if twin != row:
            message = f"{ticket.a}–{ticket.b} is the ticket of row {twin} again."
            yield Fault("duplicate", path, message, "Take one of them out.")


def ticket_worth(draft: Draft) -> Iterator[Fault]:
    """A ticket is worth about what its shortest way is long."""
    distances = _Distances(draft)
    for path, ticket in draft.tickets:
        spaces = distances.between(draft.places(ticket.a), draft.places(ticket.b))
        if spaces and _far(ticket.points, spaces):
            much = "more" if ticket.points > spaces else "less"
            message = f"{ticket.a}–{ticket.b} is worth {ticket.points}, far {much} than its {_spaces(spaces)}."
            yield Fault("worth", path, message, f"About {spaces} points would be usual.", mild=True)


def _far(points: int, spaces: int) -> bool:
    """Whether one is more than twice the other, and by enough to matter."""
    return max(points, spaces) > 2 * min(points, spaces) and abs(points - spaces) > FAR


def scarce(draft: Draft) -> Iterator[Fault]:
    """A color's cards must be enough for its routes, and be of use."""
    spaces = Counter[str]()
    for _, track in draft.sound_tracks:
        spaces[track.color] += track.length
    path = ("cards", "colors")
    for color, cards in (draft.colors or {}).items():
        if spaces[color] > SCARCE * cards:
            message = f"{color} has {_spaces(spaces[color])} and {cards} cards."
            yield Fault("scarce", path, message, "Add cards, or make some of its routes gray.", mild=True)
        elif draft.tracks and not spaces[color] and not spaces[GRAY]:
            message = f"No route takes {color}."
            yield Fault("useless", path, message, "Add a route of that color, or a gray one.", mild=True)


# ---- the deal ----------------------------------------------------------------------------------


def players(draft: Draft) -> Iterator[Fault]:
    """The least players are no more than the most, and nobody ends the game by sitting down."""
    if draft.players and draft.players.least > draft.players.most:
        message = f"least is {draft.players.least}, more than most, {draft.players.most}."
        yield Fault("players", ("players", "least"), message, "Swap them.")
    if draft.players and draft.rules and draft.rules.last_round_at >= draft.players.pieces:
        message = f"The last round starts at {draft.rules.last_round_at} pieces, and everyone begins with no more."
        yield Fault("players", ("rules", "last_round_at"), message, "Make it less than the pieces in [players].")


def cards(draft: Draft) -> Iterator[Fault]:
    """The cards are enough for the first deal (S2, S3)."""
    if not draft.cards or not draft.players:
        return
    total, most = sum(draft.cards.colors.values()) + draft.cards.wild, draft.players.most
    dealt = most * (draft.cards.first_hand + draft.cards.first_wilds) + draft.cards.market
    if total < dealt:
        message = f"There are {total} cards, and the first deal for {most} players takes {dealt}."
        yield Fault("deal", ("cards",), message, "Add cards, or deal fewer.")
    if draft.cards.wild < most * draft.cards.first_wilds:
        message = f"There are {_wilds(draft.cards.wild)}, and {most} players get {draft.cards.first_wilds} each."
        yield Fault("deal", ("cards", "first_wilds"), message, "Add wilds, or deal fewer.")


def ticket_deals(draft: Draft) -> Iterator[Fault]:
    """Nobody must keep more tickets than are dealt, and there are enough for all (S4)."""
    if not draft.rules:
        return
    deals = {"first_tickets": draft.rules.first_tickets, "later_tickets": draft.rules.later_tickets}
    for name, deal in deals.items():
        if deal.keep > deal.deal:
            message = f"{deal.deal} tickets are dealt and {deal.keep} of them must be kept."
            yield Fault("deal", ("rules", name), message, "Make keep no more than deal.")
    total, first = len(_list(draft, "tickets", "cards")), draft.rules.first_tickets.deal
    if draft.players and total < draft.players.most * first:
        message = f"There are {total} tickets, and the first deal takes {draft.players.most} × {first}."
        yield Fault("deal", ("tickets",), message, "Add tickets, or deal fewer.")


def limits(draft: Draft) -> Iterator[Fault]:
    """What the engine's records can hold."""
    for path, what, count, most in _counts(draft):
        if count > most:
            yield Fault("limit", path, f"The map has {count} {what}.", f"The engine's limit is {most} {what}.")


def _counts(draft: Draft) -> tuple[tuple[Path, str, int, int], ...]:
    deck = sum((draft.colors or {}).values()) + (draft.cards.wild if draft.cards else 0)
    return (
        (("cities",), "cities", len(draft.cities), Limits.CITIES),
        (("routes", "tracks"), "tracks", len(_list(draft, "routes", "tracks")), Limits.ROUTES),
        (("tickets", "cards"), "tickets", len(_list(draft, "tickets", "cards")), Limits.TICKETS),
        (("cards", "colors"), "card colors", len(draft.colors or ()), Limits.COLORS),
        (("cards",), "cards", deck, Limits.CARDS),
        (("players", "pieces"), "pieces each", draft.players.pieces if draft.players else 0, Limits.PIECES),
        (("technologies",), "technologies", len(draft.technologies), Limits.TECHNOLOGIES),
        (("districts",), "districts", len(draft.districts), Limits.DISTRICTS),
    )


# ---- districts, flags, groups, options ---------------------------------------------------------


def districts(draft: Draft) -> Iterator[Fault]:
    """A district has two places or more, and a number for its points (E4)."""
    for name, district in draft.districts.items():
        path = ("districts", name)
        yield from _members(draft, district.cities, path)
        if len(set(district.cities)) < 2:  # noqa: PLR2004 (to be joined)
            yield Fault("district", path, "A district with fewer than two places has nothing to join.", "Add a place.")
        if district.points is None and not (NUMBER.fullmatch(name) and int(name) <= 200):  # noqa: PLR2004 (as Points)
            fix = "Give it `points = …`, or a number from 1 to 200 for a name."
            yield Fault("district", path, f'The district "{name}" has no points.', fix)


def groups(draft: Draft) -> Iterator[Fault]:
    """A group has places, and a name that no place has (P6)."""
    for name, members in draft.groups.items():
        path = ("groups", name)
        yield from _members(draft, members, path)
        if name in draft.cities:
            yield Fault("duplicate", path, f'"{name}" is a city too.', "Give the group another name.")
        if not members:
            yield Fault("group", path, f'The group "{name}" has no places.', "Name some, or take it out.")


def _members(draft: Draft, members: list[str], path: Path) -> Iterator[Fault]:
    for city, times in Counter(members).items():
        yield from _unknown("city", city, draft.cities, path, "Add it to [cities], or mend the name.")
        if times > 1:
            yield Fault("duplicate", path, f"{city} is named {times} times here.", "Once is enough.")


def flag(draft: Draft) -> Iterator[Fault]:
    """A flag is of different colors that the cards have (F3)."""
    path = ("flag", "colors")
    for color, times in Counter(draft.flag.colors if draft.flag else ()).items():
        if draft.colors:
            yield from _unknown("color", color, draft.colors, path, f"The cards have {', '.join(draft.colors)}.")
        if times > 1:
            yield Fault("duplicate", path, f"{color} is named {times} times here.", "A flag takes each color once.")


def options(draft: Draft) -> Iterator[Fault]:
    """Options are among those the engine knows, and presets are made of the map's options."""
    for name in draft.options:
        yield from _unknown("option", name, OPTIONS, ("options", name), f"The engine knows {_listed(OPTIONS)}.")
    for name, preset in draft.presets.items():
        for option in preset.options:
            fix = "Declare it in [options]."
            yield from _unknown("option", option, draft.options, ("presets", name), fix)
        if name in draft.options:
            message = f'"{name}" is an option too.'
            yield Fault("duplicate", ("presets", name), message, "Give the preset another name.")


# ---- technologies ------------------------------------------------------------------------------


def regions(draft: Draft) -> Iterator[Fault]:
    """Regions that open must be regions of some city (K4)."""
    known = dict.fromkeys(region for region in draft.cities.values() if region)
    fix = f"The cities have {_listed(known) or 'no regions'}."
    for name, technology in draft.technologies.items():
        for region in technology.opens_regions:
            yield from _unknown("region", region, known, ("technologies", name), fix)
    if draft.without_technology:
        for region in draft.without_technology.regions:
            yield from _unknown("region", region, known, ("without_technology", "regions"), fix)


def claimable(draft: Draft) -> Iterator[Fault]:
    """Every route can be claimed by someone who has all the technologies (K3-K5)."""
    before = draft.without_technology
    if not before:
        return
    owned = list(draft.technologies.values())
    open_regions = {"", *before.regions, *(region for each in owned for region in each.opens_regions)}
    open_lengths = {length for each in owned for length in each.opens_lengths}
    open_ferries = before.ferries or any(each.opens_ferries for each in owned)
    for path, track in draft.sound_tracks:
        closed = [region for city in (track.a, track.b) if (region := draft.cities[city]) not in open_regions]
        why = [f"the region {region}" for region in dict.fromkeys(closed)]
        if track.length > before.longest and track.length not in open_lengths:
            why.append(_spaces(track.length))
        if track.more.ferry and not open_ferries:
            why.append("ferries")
        if why and not track.more.free:
            message = f"{_ends(track)} can never be claimed: no technology opens {' or '.join(why)}."
            yield Fault("closed", path, message, "Add such a technology, or mark the route `free = true`.")


def sold(draft: Draft) -> Iterator[Fault]:
    """A technology can be bought, and does something."""
    for name, technology in draft.technologies.items():
        path = ("technologies", name)
        if technology.advanced and "advanced" not in draft.options:
            fix = 'Add `advanced = { about = "…" }` to [options].'
            yield Fault("unsold", path, f"{name} is advanced, and the map has no such option.", fix)
        opens = technology.opens_regions or technology.opens_lengths or technology.opens_ferries
        if opens and not draft.without_technology and "without_technology" not in draft.raw:
            fix = "Say in [without_technology] what is closed at first."
            yield Fault("useless", path, f"{name} opens what is open anyway.", fix, mild=True)


# ---- words -------------------------------------------------------------------------------------


def _unknown(what: str, given: str, known: Collection[str], path: Path, fix: str) -> Iterator[Fault]:
    if given not in known:
        hint = did_you_mean(given, known) or fix
        yield Fault(f"unknown {what}", path, f'There is no {what} "{given}".', hint)


def _edges(draft: Draft) -> list[graph.Edge[str]]:
    return [(track.a, track.b, track.length) for _, track in draft.sound_tracks]


class _Distances:
    """The spaces between places, over all routes of a draft."""

    def __init__(self, draft: Draft) -> None:
        edges = _edges(draft)
        self.neighbors = graph.neighbors(edges)
        self.lengths = {index: length for index, (_, _, length) in enumerate(edges)}

    def between(self, starts: Iterable[str], goals: Collection[str]) -> int | None:
        """Return the spaces of a shortest path from any start to any goal, or `None` if there is none."""
        path = graph.shortest_path(self.neighbors, self.lengths, starts, goals)
        return None if path is None else sum(self.lengths[edge] for edge in path)


def _list(draft: Draft, section: str, key: str) -> list[object]:
    """All the rows of a list, bad ones too: they count towards limits."""
    table = draft.raw.get(section)
    rows = table.get(key) if isinstance(table, dict) else None
    return rows if isinstance(rows, list) else []


def _ends(track: Track) -> str:
    return f"{track.a}–{track.b}"


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _wilds(number: int) -> str:
    return "1 wild" if number == 1 else f"{number} wilds"


def _listed(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)


def _some(places: list[str]) -> str:
    """A few of the places, by name."""
    few = ", ".join(places[:3])
    return few if len(places) <= 3 else f"{few} … ({len(places)} places)"  # noqa: PLR2004 (names enough)


CHECKS: tuple[Callable[[Draft], Iterator[Fault]], ...] = (
    limits,
    names,
    colors,
    route_ends,
    route_colors,
    route_lengths,
    points,
    triples,
    ferries,
    payable,
    network,
    ticket_ends,
    same_tickets,
    ticket_worth,
    scarce,
    players,
    cards,
    ticket_deals,
    districts,
    groups,
    flag,
    options,
    regions,
    claimable,
    sold,
)
