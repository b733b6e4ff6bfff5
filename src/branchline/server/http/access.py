"""Who may look at a game, and through which seat; everyone is refused while the database is unavailable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.numerals import whole_number
from branchline.server.logs import log
from branchline.server.projection.state import Viewer
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.server.live.match import Match
    from branchline.server.live.rooms import Room
    from branchline.server.site import Site


async def visible_room(site: Site, game: str, guest: str) -> Room:
    """Return the room of a game, if the guest may see it."""
    room = await site.room(game)
    match = room.match
    if match.public or match.seats_of(guest) or guest == match.host or await site.store.may_enter(match.id, guest):
        return room
    raise Refusal("no_secret", "This game is by invitation: open it with the link you were given.")


def viewer_for(match: Match, guest: str, seat: str | None) -> Viewer:
    """Return the viewer that a guest may be: of the seat asked for, of its only seat, or a spectator."""
    mine = frozenset(match.seats[number].chair for number in match.seats_of(guest))
    if seat == "none":
        return Viewer(None, mine)
    if seat is None or seat == "":
        return Viewer(next(iter(mine)) if len(mine) == 1 else None, mine)
    number = whole_number(seat)
    if number is None or number >= len(match.seats) or match.seats[number].chair not in mine:
        raise Refusal("not_yours", "That seat is not yours.")
    return Viewer(match.seats[number].chair, mine)


def unreachable(error: Exception, game: str = "-") -> Refusal:
    """Log that the database failed, and return the refusal of what needed it."""
    log().error("store_failed", game=game, error=f"{type(error).__name__}: {getattr(error, 'orig', '')}"[:200])
    return Refusal("not_stored", "The server cannot reach its database at the moment: try again soon.", retry_after=5.0)
