"""The log and the chat as a viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server.projection import wire

if TYPE_CHECKING:
    from branchline.server.live.match import ChatMessage, LogEntry, Match


def step_of(entry: LogEntry, seat: int | None) -> wire.Step | None:
    """Return an entry of the log as a seat may see it, or `None` if it shows nothing."""
    events = [event.opened(seat) for event in entry.events]
    if not events:
        return None
    return wire.Step(seq=entry.seq, move=entry.move, at=entry.at, seat=entry.seat, events=events)


def chat_line(match: Match, message: ChatMessage) -> wire.ChatLine:
    """Return a line of chat, with the current seat of its writer."""
    seat = None if message.chair is None else match.seat_of_chair(message.chair)
    return wire.ChatLine(name=message.name, text=message.text, at=message.at, seat=seat)
