"""The feed of a room: each viewer gets the state once, then a patch for everything that changes it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from branchline.server import metrics
from branchline.server.live import records as r
from branchline.server.live.rooms import Presence
from branchline.server.projection import wire
from branchline.server.projection.answers import Answers
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Projector, to_json_values
from branchline.server.projection.steps import chat_line, step_of

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """All subscribers with the same viewer, and the state that they have."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.subscribers: set[Subscriber] = set()

    def send(self, update: wire.Update) -> None:
        _send(self.subscribers, update)


class Feed:
    """Follows a room and keeps its subscribers up to date; those with the same viewer share one projection."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._match = room.match
        self._projector = Projector(room.match)
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
            channel = self._channels.setdefault(viewer, _Channel())
            others = list(channel.subscribers)
            channel.subscribers.add(subscriber)
            patch = self._advance(viewer, channel)
            if patch and others:  # the new subscriber gets it with the welcome
                _send(others, wire.Update(patch=patch))
            subscriber.send(_ENCODE(self.welcome(viewer, channel.state, since)))
            self._announce_presence()

    def welcome(self, viewer: Viewer, state: dict[str, Any], since: int | None) -> wire.Welcome:
        """Return the first message for a viewer who has the log up to `since`."""
        match, seat = self._match, viewer.seat(self._match)
        after = -1 if since is None else since
        steps = [step_of(entry, seat) for entry in match.log if entry.seq > after]
        return wire.Welcome(
            protocol=wire.PROTOCOL,
            seq=match.seq,
            now=time.time(),
            state=state,  # type: ignore[arg-type] # as JSON values, which the channel keeps
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
        self._announce_presence()

    def close(self, reason: wire.Bye) -> None:
        """Close all subscribers."""
        for channel in self._channels.values():
            for subscriber in list(channel.subscribers):
                subscriber.close(reason)

    def _announce_presence(self) -> None:
        self.presence_changed()
        self._room.on_presence(self._room)

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
        presence = self._room.presence
        for viewer, channel in self._channels.items():
            patch = self._advance(viewer, channel, presence)
            step = step_of(entry, viewer.seat(self._match))
            channel.send(wire.Update(patch=patch, seq=entry.seq, step=step, chat=chat))

    def presence_changed(self) -> None:
        """Send everyone who is connected now."""
        presence = self._room.presence
        for viewer, channel in self._channels.items():
            patch = self._advance(viewer, channel, presence)
            if patch:
                channel.send(wire.Update(patch=patch))

    def room_broke(self, reason: Refusal) -> None:
        """Close all subscribers with the reason why the game cannot continue."""
        self.close(wire.Bye(code=reason.code, message=reason.message, again=False))

    def _advance(self, viewer: Viewer, channel: _Channel, presence: Presence | None = None) -> dict[str, Any]:
        """Bring a channel's state up to date and return the patch that does it."""
        before = channel.state
        channel.state = to_json_values(self._projector.state(viewer, presence or self._room.presence))
        return difference(before, channel.state)


def _send(subscribers: Iterable[Subscriber], update: wire.Update) -> None:
    message = _ENCODE(update)
    metrics.UPDATE_BYTES.observe(len(message))
    for subscriber in list(subscribers):
        subscriber.send(message)


def feed_of(room: Room) -> Feed:
    """Return the feed that all sockets of a room share."""
    for listener in room.listeners:
        if isinstance(listener, Feed):
            return listener
    feed = Feed(room)
    room.listeners.append(feed)
    return feed
