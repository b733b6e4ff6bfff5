"""What people may do at a table and in a game: a command judges the match as it stands and returns its record."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal

from branchline.engine.actions import Keep, decode, parse
from branchline.engine.deal import commitment_of, mixed_key, shuffled
from branchline.engine.errors import ActionError
from branchline.server.live import records as r
from branchline.server.live.bot_players import check_level
from branchline.server.live.daily import is_daily
from branchline.server.live.players import bot_name, free_color, free_name
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.engine.actions import Action
    from branchline.server.live.match import Match

LONGEST_LOG = 3000
"""Records after which only play continues; the longest games have some hundreds."""
LONGEST_LOG_OF_SPECTATORS = 1000
"""Records after which spectators cannot chat any more, so that they leave room for the players."""
MOST_DEVICES = 20
"""The number of guests, each a device, who may continue with one seat."""


# -- playing -----------------------------------------------------------------------------------


def act(match: Match, seat: int, rev: int, wanted: Action | str) -> r.Acted:
    """Play an action, given as a value or as a line of notation, for a seat."""
    check_may_decide(match, seat)
    first = match.playing.phase == "first tickets"
    if rev != match.rev and not first:  # first tickets are chosen by all at once
        raise Refusal("stale", "The game has moved on since: look again.")
    action = _parsed(match, wanted)
    if isinstance(action, Keep):
        if action.seat not in (None, seat):
            raise Refusal("not_yours", "You can choose tickets for your own seat only.")
        action = Keep(action.tickets, seat if first else None)
    return r.Acted(seat, _judged(match, seat, action))


def act_for(match: Match, seat: int, rev: int, code: int, by: Literal["bot", "clock"]) -> r.Acted:
    """Play what a bot chose for a seat, its own or that of a player whose clock ran out."""
    if match.stage != "playing" or rev != match.rev or seat not in match.deciding:
        raise Refusal("stale", "The game has moved on since.")
    if match.playing.phase == "first tickets":
        action = decode(match.board, code)
        code = match.playing.code_of(Keep(action.tickets, seat)) if isinstance(action, Keep) else code
    # A bot may be faulty: what is stored must be playable, or the game could never be loaded again.
    return r.Acted(seat, _judged(match, seat, code), by)


def _parsed(match: Match, wanted: Action | str) -> Action:
    if not isinstance(wanted, str):
        return wanted
    try:
        return parse(match.board, wanted)
    except ActionError as error:
        raise Refusal("illegal", str(error), reason="malformed") from None


def _judged(match: Match, seat: int, action: Action | int) -> int:
    """Return the code of an action that is legal, judged by what the seat may know."""
    view = match.view(seat)
    try:
        code = view.code_of(action)
        reason = view.why_not(code)
    except ActionError as error:
        raise Refusal("illegal", str(error), reason="malformed") from None
    if reason is not None:
        raise Refusal("illegal", reason.sentence, reason=reason.code, missing=reason.missing)
    return code


def check_playing(match: Match) -> None:
    """Refuse unless the game is being played."""
    if match.stage == "table":
        raise Refusal("not_started", "The game has not started yet.")
    if match.stage == "over":
        raise Refusal("game_over", "The game is over.")


def check_space(match: Match, *, spectator: bool = False) -> None:
    """Refuse endless chat, undo and changes of a table: every record is kept, and sent to everyone who enters."""
    if match.seq >= (LONGEST_LOG_OF_SPECTATORS if spectator else LONGEST_LOG):
        raise Refusal("full", "The log of this game is too long for anything but play.")


def check_may_decide(match: Match, seat: int) -> None:
    """Refuse unless a seat has to decide now."""
    check_playing(match)
    if match.seats[seat].resigned:
        raise Refusal("not_yours", "You have resigned: a bot plays on.")
    if seat not in match.deciding:
        if match.playing.phase == "first tickets":
            raise Refusal("not_your_turn", "You have chosen; the others are still choosing.")
        raise Refusal("not_your_turn", f"It is {match.seats[match.playing.turn].name}'s turn.")


def check_hints(match: Match) -> None:
    """Refuse unless a game allows hints."""
    if not match.hints:
        raise Refusal("no_hints", "This game is played without hints.")


def ask_undo(match: Match, seat: int) -> r.UndoAsked:
    """Ask to take back a seat's last move and everything after it."""
    check_playing(match)
    check_space(match)
    refusal = why_no_undo(match, seat)
    if refusal is not None:
        raise refusal
    needs = [
        number
        for number, other in enumerate(match.seats)
        if other.kind == "person" and not other.resigned and not _same_player(match, number, seat)
    ]
    return r.UndoAsked(seat, undo_start(match, seat), needs, redeal=True)


def why_no_undo(match: Match, seat: int) -> Refusal | None:
    """Return why a seat may not ask to take back its last move, or `None` if it may.

    Chance is redealt after an undo, so what others drew since is no use to anyone. But what a player saw by their own
    move must stand, or they could peek; and past others' draws a move is taken back once, or they could try their luck.
    """
    if is_daily(match.id):
        return Refusal("daily_game", "Moves cannot be taken back in a daily game: everyone plays the same deal once.")
    if match.undo is not None:
        return Refusal("undo_asked", "There is already a request to undo: answer it first.")
    if seat not in match.movers:
        return Refusal("nothing_to_undo", "You have not moved yet.")
    to = undo_start(match, seat)
    moves = zip(match.movers[to:], match.shown[to:], strict=True)
    if any(shown and _same_player(match, mover, seat) for mover, shown in moves):
        return Refusal("seen_hidden", "This move showed you a hidden card or ticket, so it cannot be taken back.")
    if to in match.taken_back and any(match.shown[to:]):
        return Refusal("taken_back", "You have already taken back this move once, and others have drawn since.")
    return None


def undo_start(match: Match, seat: int) -> int:
    """Return how many actions precede a seat's last one, which an undo goes back to."""
    return len(match.movers) - 1 - match.movers[::-1].index(seat)


def _same_player(match: Match, seat: int, other: int) -> bool:
    """Return whether one person plays both seats."""
    return seat == other or bool(match.seats[seat].guests & match.seats[other].guests)


def answer_undo(match: Match, seat: int, *, yes: bool) -> r.UndoAnswered:
    """Agree to an undo or refuse it; the seat that asked may withdraw its request."""
    check_playing(match)
    undo = match.undo
    if undo is None:
        raise Refusal("no_undo", "There is no request to undo.")
    if seat not in undo.needs and not (seat == undo.seat and not yes):
        raise Refusal("not_yours", "This undo does not need your answer.")
    return r.UndoAnswered(seat, yes)


def resign(match: Match, seat: int) -> r.Resigned:
    """Resign."""
    check_playing(match)
    if match.seats[seat].resigned:
        raise Refusal("not_yours", "You have resigned already.")
    return r.Resigned(seat)


# -- at the table ------------------------------------------------------------------------------


def check_at_table(match: Match) -> None:
    """Refuse once the game has started."""
    if match.stage != "table":
        raise Refusal("already_started", "The game has started: the table can no longer be changed.")


def check_host(match: Match, guest: str) -> None:
    """Refuse anyone but the host."""
    if guest != match.host:
        raise Refusal("not_host", "Only the host can do that.")


def check_chair(match: Match, chair: int) -> None:
    """Refuse a chair that does not exist."""
    if not 0 <= chair < len(match.seats):
        raise Refusal("not_found", f"There is no seat {chair + 1}: this game has {len(match.seats)}.")


def sit(match: Match, guest: str, chair: int, name: str, color: str) -> r.SatDown:
    """Take an open chair; a name or color that is taken is changed."""
    check_at_table(match)
    check_space(match)
    check_chair(match, chair)
    if match.seats[chair].kind != "open":
        raise Refusal("seat_taken", f"Seat {chair + 1} is taken: choose another one, or watch.")
    taken = {seat.color for seat in match.seats if seat.kind != "open"}
    return r.SatDown(chair, guest, _unused_name(match, name), free_color(color, taken))


def join(match: Match, guest: str, chair: int) -> r.Joined:
    """Continue on another device with the chair that a link is for."""
    if match.seats[match.seat_of_chair(chair)].kind != "person":
        raise Refusal("no_secret", "This link is no longer valid: its player has left the seat.")
    if len(match.seats[match.seat_of_chair(chair)].guests) >= MOST_DEVICES:
        raise Refusal("full", f"This link was used on {MOST_DEVICES} devices already: continue on one of them.")
    return r.Joined(chair, guest)


def stand_up(match: Match, guest: str, chair: int) -> r.ChairSet:
    """Leave a chair before the start; the host may clear any."""
    check_at_table(match)
    check_chair(match, chair)
    seat = match.seats[chair]
    if guest not in seat.guests and guest != match.host:
        raise Refusal("not_yours", "That seat is not yours to leave.")
    if seat.kind == "open":
        check_space(match)
    return r.ChairSet(chair, r.SeatSetup("open", "", seat.color))


def set_chair(match: Match, guest: str, chair: int, kind: Literal["open", "bot"], level: str | None) -> r.ChairSet:
    """Open a chair, or give it to a bot."""
    check_at_table(match)
    check_host(match, guest)
    check_space(match)
    check_chair(match, chair)
    seat = match.seats[chair]
    if seat.kind == "person" and guest not in seat.guests:
        raise Refusal("seat_taken", f"{seat.name} sits there.")
    if kind == "open":
        return r.ChairSet(chair, r.SeatSetup("open", "", seat.color))
    level = check_level(level or "medium")
    return r.ChairSet(chair, r.SeatSetup("bot", _unused_name(match, bot_name(level), chair), seat.color, level))


def edit(
    match: Match,
    guest: str,
    *,
    options: list[str] | None = None,
    public: bool | None = None,
    hints: bool | None = None,
    clock: int | None = None,
) -> r.Edited:
    """Change how the game will be played; what is `None` stays, and a clock of 0 is none."""
    check_at_table(match)
    check_host(match, guest)
    check_space(match)
    return r.Edited(
        options=match.options if options is None else options,
        public=match.public if public is None else public,
        hints=match.hints if hints is None else hints,
        clock=(match.clock if clock is None else clock) or None,
    )


def commit_entropy(match: Match, guest: str, chair: int, commitment: str) -> r.Committed:
    """Commit to the entropy that a player will add to the seed, before anybody has revealed theirs."""
    _check_own_chair(match, guest, chair)
    if match.entropy:
        raise Refusal("entropy_closed", "Somebody has revealed their entropy already: commit before that.")
    return r.Committed(chair, commitment)


def reveal_entropy(match: Match, guest: str, chair: int, entropy: str) -> r.Revealed:
    """Reveal the entropy that a player adds to the seed; only a player alone need not have committed to it.

    The server committed to its seed when the table was created, so it cannot react to what it learns here. Players
    commit before others reveal, so that the last of them cannot choose the deal together with the server.
    """
    _check_own_chair(match, guest, chair)
    alone = all(guest in seat.guests for seat in match.seats if seat.kind == "person")
    expected = match.commitments.get(chair)
    if expected is None and not alone:
        raise Refusal("entropy_unknown", "Commit to your entropy before you reveal it.")
    if expected not in (None, commitment_of(bytes.fromhex(entropy))):
        raise Refusal("entropy_unknown", "This is not the entropy that you have committed to.")
    return r.Revealed(chair, entropy)


def _check_own_chair(match: Match, guest: str, chair: int) -> None:
    check_at_table(match)
    check_space(match)
    check_chair(match, chair)
    if guest not in match.seats[chair].guests:
        raise Refusal("not_yours", "That seat is not yours.")


def new_seed() -> str:
    """Return a seed from the system's random source, for a table that is being created."""
    return secrets.token_hex(32)


def start(match: Match, guest: str) -> r.Started:
    """Start the game with the table's seed and the entropy that players have revealed."""
    check_at_table(match)
    check_host(match, guest)
    free = [str(number + 1) for number, seat in enumerate(match.seats) if seat.kind == "open"]
    if free:
        raise Refusal("seats_open", f"Open seats: {', '.join(free)}. Wait for players, or give them to bots.")
    seed = match.seed or bytes.fromhex(new_seed())
    entropy = [match.entropy[chair] for chair in sorted(match.entropy)]
    key = mixed_key(seed, [bytes.fromhex(text) for text in entropy])
    return r.Started(seed.hex(), _order_of_play(match, key), entropy)


def _order_of_play(match: Match, key: bytes) -> list[int]:
    """Return the chairs in seat order: as the seed shuffles the names, or as they stand (S5)."""
    chairs = list(range(len(match.seats)))
    if not match.shuffle:
        return chairs
    by_name = {seat.name: seat.chair for seat in match.seats}
    return [by_name[name] for name in shuffled(list(by_name), key)] if len(by_name) == len(chairs) else chairs


def _unused_name(match: Match, name: str, chair: int | None = None) -> str:
    """Return a name that nobody else at the table has."""
    return free_name(name, {seat.name for seat in match.seats if seat.chair != chair})
