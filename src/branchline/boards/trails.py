"""The longest trail of a small multigraph, exactly: each track at most once, places as often as one likes (E3)."""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from typing import NamedTuple

Track = tuple[int, int, int]
"""Two ends and a length."""


def longest_trail(tracks: list[Track]) -> int:
    """Return the length of the longest trail over any number of loops.

    >>> longest_trail([(0, 1, 2), (1, 2, 3), (2, 0, 1), (2, 3, 6)])
    12
    """
    return max((_Part(part).longest() for part in _connected_parts(tracks)), default=0)


def _connected_parts(tracks: list[Track]) -> list[list[Track]]:
    parts: list[tuple[set[int], list[Track]]] = []
    for track in tracks:
        places, own = {track[0], track[1]}, [track]
        for part in [part for part in parts if part[0] & places]:
            places |= part[0]
            own += part[1]
            parts.remove(part)
        parts.append((places, own))
    return [own for _, own in parts]


class _Step(NamedTuple):
    """Tracks left out so far, and places where the trail is known to begin or end."""

    least: int
    """No trail without those tracks can leave out less than this."""
    order: int
    removed: int
    ends: tuple[int, ...]
    final: bool


class _Part:
    """One connected part of the tracks.

    Euler: a connected part with at most two odd places is one trail. So the longest trail is what remains after
    leaving out the cheapest tracks that make it so. The search leaves out track by track, cheapest first.
    """

    def __init__(self, tracks: list[Track]) -> None:
        self.tracks = tracks
        self.total = sum(length for _, _, length in tracks)
        self.at: dict[int, list[int]] = defaultdict(list)
        for index, (a, b, _) in enumerate(tracks):
            self.at[a].append(index)
            self.at[b].append(index)
        self.apart = self._distances()

    def longest(self) -> int:
        """Take the most promising step until one is a trail."""
        steps, seen = [_Step(0, 0, 0, (), final=False)], set()
        while not (step := heappop(steps)).final:
            for least, removed, ends, final in self._after(step):
                if final or (removed, ends) not in seen:
                    seen.add((removed, ends))
                    heappush(steps, _Step(max(step.least, least), -len(seen), removed, ends, final))
        return self.total - step.least

    def _after(self, step: _Step) -> list[tuple[int, int, tuple[int, ...], bool]]:
        """Decide about one odd place: the trail ends there, or one of its tracks is left out."""
        odd = self._odd(step.removed)
        if len(odd) <= 2:  # noqa: PLR2004 (a start and an end)
            return [(self._left_out(step.removed), step.removed, step.ends, True)]
        open_places = [place for place in odd if place not in step.ends]
        place = max(open_places, key=lambda place: self._nearest(place, odd))
        choices = [(step.removed | 1 << index, step.ends) for index in self.at[place] if not step.removed >> index & 1]
        if len(step.ends) < 2:  # noqa: PLR2004
            choices.append((step.removed, tuple(sorted((*step.ends, place)))))
        return [(self._least(removed, ends), removed, ends, False) for removed, ends in choices]

    def _least(self, removed: int, ends: tuple[int, ...]) -> int:
        """Bound what must be left out: tracks left out pair up odd places, all but the trail's two ends."""
        odd = self._odd(removed)
        ways = sorted(self._nearest(place, odd) for place in odd if place not in ends)
        paired = ways[: len(ways) - (2 - len(ends))] if len(ends) < 2 else ways  # noqa: PLR2004
        return self._weight(removed) + (sum(paired) + 1) // 2

    def _left_out(self, removed: int) -> int:
        """Keep the longest of the parts that the remaining tracks fall into: each is one trail."""
        rest = [track for index, track in enumerate(self.tracks) if not removed >> index & 1]
        kept = max((sum(length for _, _, length in part) for part in _connected_parts(rest)), default=0)
        return self.total - kept

    def _weight(self, removed: int) -> int:
        return sum(length for index, (_, _, length) in enumerate(self.tracks) if removed >> index & 1)

    def _odd(self, removed: int) -> list[int]:
        return [place for place, own in self.at.items() if sum(not removed >> index & 1 for index in own) % 2]

    def _nearest(self, place: int, odd: list[int]) -> int:
        return min((self.apart[place, other] for other in odd if other != place), default=0)

    def _distances(self) -> dict[tuple[int, int], int]:
        """The spaces between any two places, by the shortest way."""
        apart = {(a, b): self.total for a in self.at for b in self.at}
        for a, b, length in self.tracks:
            apart[a, b] = apart[b, a] = min(length, apart[a, b])
        for via in self.at:
            for a in self.at:
                for b in self.at:
                    apart[a, b] = min(apart[a, b], apart[a, via] + apart[via, b])
        return apart
