"""The feed of a room: each viewer gets the state once, then of every change what it changes for them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from branchline.server import metrics
from branchline.server.live import records as r
from branchline.server.live.presence import Presence
from branchline.server.projection import wire
from branchline.server.projection.answers import Answers
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Private, Projector, combined
from branchline.server.projection.steps import chat_line, step_of

if TYPE_CHECKING:
    from branchline.server.live.match import LogEntry
    from branchline.server.live.rooms import Room
    from branchline.server.projection.state import Viewer
    from branchline.server.refusal import Refusal

CHAT_LINES = 100
"""How many lines of chat a welcome repeats."""
SEAT_CHANGED = wire.Bye(code="seat_changed", message="This seat changed hands: look again.", again=True)
_ENCODE = msgspec.json.Encoder().encode


class Subscriber(Protocol):
    """Where the messages for one viewer go: a socket, or a test's list."""

    @property
    def viewer(self) -> Viewer:
        """Who reads the messages."""

    def send(self, message: bytes) -> None:
        """Take a message without waiting."""

    def close(self, reason: wire.Bye) -> None:
        """Take the last message and close."""


class _Channel:
    """All subscribers with the same viewer, and what only they were sent."""

    def __init__(self, private: Private) -> None:
        self.private = private
        self.subscribers: set[Subscriber] = set()


class Feed:
    """Follows a room and keeps its subscribers up to date.

    What everyone sees is projected and compared once for all of them, the rest once for each viewer.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._match = room.match
        self._projector = Projector(room.match)
        self._public: wire.State | None = None
        """What everyone was sent; old, or `None`, while there are no subscribers."""
        self._channels: dict[Viewer, _Channel] = {}
        self.answers = Answers(room.match)

    def state(self, viewer: Viewer) -> wire.State:
        """Return the state as a viewer may see it now."""
        return self._projector.state(viewer, self._room.presence)

    # -- coming and going ----------------------------------------------------------------------

    async def enter(self, subscriber: Subscriber, since: int | None = None) -> None:
        """Add a subscriber: it gets a welcome with the log after `since`, then every update without a gap."""
        async with self._room.lock:
            self._room.last_used = time.monotonic()
            viewer = subscriber.viewer
            channel = self._channels.setdefault(viewer, _Channel(self._projector.private(viewer)))
            channel.subscribers.add(subscriber)
            public = self._announce_presence(besides=subscriber)
            subscriber.send(_ENCODE(self.welcome(viewer, combined(public, channel.private), since)))
            self._room.on_presence(self._room)

    def welcome(self, viewer: Viewer, state: wire.State, since: int | None) -> wire.Welcome:
        """Return the first message for a viewer who has the log up to `since`."""
        match, seat = self._match, viewer.seat(self._match)
        after = -1 if since is None or since > match.seq else since
        steps = [step_of(entry, seat) for entry in match.log if entry.seq > after]
        return wire.Welcome(
            protocol=wire.PROTOCOL,
            seq=match.seq,
            now=time.time(),
            state=state,
            log=[step for step in steps if step is not None],
            chat=[chat_line(match, message) for message in match.chat[-CHAT_LINES:]],
        )

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        channel = self._channels.get(subscriber.viewer)
        if channel is None or subscriber not in channel.subscribers:
            return
        channel.subscribers.discard(subscriber)
        if not channel.subscribers:
            del self._channels[subscriber.viewer]
        self._room.last_used = time.monotonic()
        self.presence_changed()
        self._room.on_presence(self._room)

    def close(self, reason: wire.Bye) -> None:
        """Close all subscribers."""
        for channel in self._channels.values():
            for subscriber in list(channel.subscribers):
                subscriber.close(reason)

    def _close_chair(self, chair: int) -> None:
        """Close the subscribers of a chair whose player changed: what they may see must be decided again."""
        for viewer in [viewer for viewer in self._channels if viewer.chair == chair]:
            for subscriber in self._channels.pop(viewer).subscribers:
                subscriber.close(SEAT_CHANGED)
            self._room.on_presence(self._room)

    # -- following the room --------------------------------------------------------------------

    @property
    def presence(self) -> Presence:
        """Who is subscribed."""
        chairs = {viewer.chair for viewer in self._channels if viewer.chair is not None}
        watchers = sum(len(channel.subscribers) for viewer, channel in self._channels.items() if viewer.chair is None)
        return Presence(chairs, watchers)

    def record_applied(self, entry: LogEntry) -> None:
        """Send everyone the step of a record and the patch of their state."""
        if isinstance(entry.record, r.ChairSet | r.SatDown):
            self._close_chair(entry.record.chair)
        chat = chat_line(self._match, self._match.chat[-1]) if isinstance(entry.record, r.Said) else None
        if not self._channels:
            return
        _, changed = self._advance()
        for viewer, channel in self._channels.items():
            sent, channel.private = channel.private, self._projector.private(viewer)
            patch = changed | _private_patch(changed, sent, channel.private)
            step = step_of(entry, channel.private.own.you)
            _send(channel, wire.Update(patch=patch, seq=entry.seq, step=step, chat=chat))

    def presence_changed(self) -> None:
        """Send everyone who is connected now."""
        self._announce_presence()

    def _announce_presence(self, besides: Subscriber | None = None) -> wire.State:
        """Send everyone, besides a new subscriber, who is connected now; return what everyone sees."""
        public, changed = self._advance()
        if changed:
            for channel in self._channels.values():
                _send(channel, wire.Update(patch=changed), besides)
        return public

    def _advance(self) -> tuple[wire.State, dict[str, Any]]:
        """Project what everyone sees; return it and what has changed since it was last sent."""
        before, public = self._public, self._projector.public(self._room.presence)
        self._public = public
        return public, {} if before is None else difference(before, public)

    def room_broke(self, reason: Refusal) -> None:
        """Close all subscribers with the reason why the game cannot continue."""
        self.close(wire.Bye(code=reason.code, message=reason.message, again=reason.retry_after is not None))


def _send(channel: _Channel, update: wire.Update, besides: Subscriber | None = None) -> None:
    message = _ENCODE(update)
    metrics.UPDATE_BYTES.observe(len(message))
    for subscriber in list(channel.subscribers):
        if subscriber is not besides:
            subscriber.send(message)


def _private_patch(changed: dict[str, Any], old: Private, new: Private) -> dict[str, Any]:
    """Return the changes of what only one viewer sees, to be merged with what changed for everyone."""
    patch = difference(old.own, new.own)
    if old.seats != new.seats:
        seats = {number: dict(seat) for number, seat in changed.get("seats", {}).items()}
        for number in old.seats ^ new.seats:
            seats.setdefault(number, {})["yours"] = True if number in new.seats else None
        patch["seats"] = seats
    return patch


def feed_of(room: Room) -> Feed:
    """Return the feed that all sockets of a room share."""
    for listener in room.listeners:
        if isinstance(listener, Feed):
            return listener
    feed = Feed(room)
    room.listeners.append(feed)
    return feed
