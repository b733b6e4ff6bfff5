"""The longest trail of a small multigraph, exactly: each track at most once, places as often as one likes (E3)."""

from __future__ import annotations

from collections import defaultdict

Track = tuple[int, int, int]
"""Two ends and a length."""


def longest_trail(tracks: list[Track]) -> int:
    """Return the length of the longest trail over any number of loops.

    >>> longest_trail([(0, 1, 2), (1, 2, 3), (2, 0, 1), (2, 3, 6)])
    12
    """
    return max((_longest_of(part) for part in _connected_parts(tracks)), default=0)


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


def _longest_of(tracks: list[Track]) -> int:
    """Search one connected part, starting only where a longest trail can start."""
    at: dict[int, list[int]] = defaultdict(list)
    for index, (a, b, _) in enumerate(tracks):
        at[a].append(index)
        at[b].append(index)
    odd = [place for place, incident in at.items() if len(incident) % 2]
    total = sum(length for _, _, length in tracks)
    # Euler: with no or two odd places one trail uses every track. Otherwise a longest trail is open,
    # and an end with an unused track could be prolonged, so it starts at an odd place.
    if len(odd) <= 2:  # noqa: PLR2004 (a start and an end)
        return total
    search = _Search(tracks, at)
    for place in odd:
        search.extend(place, 0, (1 << len(tracks)) - 1)
    return search.best


class _Search:
    """A depth-first search over trails that gives up where what is left cannot beat the best."""

    def __init__(self, tracks: list[Track], at: dict[int, list[int]]) -> None:
        self.tracks = tracks
        self.at = at
        self.best = 0
        self.seen: dict[tuple[int, int], int] = {}

    def extend(self, place: int, length: int, unused: int) -> None:
        """Prolong the trail that stands at this place by every unused track."""
        self.best = max(self.best, length)
        # What follows depends only on the place and the tracks left, not on the order they were used in.
        if (place, unused) in self.seen or length + self._reachable(place, unused) <= self.best:
            return
        self.seen[place, unused] = length
        for index in self.at[place]:
            if unused >> index & 1:
                a, b, more = self.tracks[index]
                self.extend(b if place == a else a, length + more, unused & ~(1 << index))

    def _reachable(self, place: int, unused: int) -> int:
        """Return the length of all unused tracks that can still be reached, less what parity must leave out."""
        total, queue, places, taken = 0, [place], {place}, 0
        spare: list[int] = []
        while queue:
            here = queue.pop()
            left = [index for index in self.at[here] if unused >> index & 1]
            if left and (len(left) % 2 == 1) == (here != place):
                spare.append(min(self.tracks[index][2] for index in left))
            for index in left:
                a, b, length = self.tracks[index]
                if not taken >> index & 1:
                    taken |= 1 << index
                    total += length
                other = b if here == a else a
                if other not in places:
                    places.add(other)
                    queue.append(other)
        # Every odd place but the last leaves a track unused; each such track serves two places at most.
        spare.sort()
        return total - (sum(spare[:-1]) + 1) // 2
