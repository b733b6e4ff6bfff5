"""A queue that serves its owners in turn, however much each of them has put into it."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


class FairQueue(Generic[T]):
    """First in, first out for each owner; round robin between owners.

    >>> queue = FairQueue[int]()
    >>> for owner, item in [("eve", 1), ("eve", 2), ("eve", 3), ("ada", 4)]:
    ...     queue.put(owner, item)
    >>> list(queue), [queue.take() for _ in range(4)]
    ([1, 4, 2, 3], [1, 4, 2, 3])
    """

    def __init__(self) -> None:
        self._items: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def __iter__(self) -> Iterator[T]:
        """Yield the items in the order in which they would be taken now."""
        waiting = FairQueue[T]()
        waiting._items = OrderedDict((owner, deque(items)) for owner, items in self._items.items())
        while waiting:
            yield waiting.take()

    def put(self, owner: str, item: T) -> None:
        """Add an item of an owner."""
        self._items.setdefault(owner, deque()).append(item)

    def take(self) -> T:
        """Remove and return the next item; `IndexError` if there is none."""
        for owner in self._items:
            return self._take_of(owner)
        raise IndexError("the queue is empty")

    def take_if(self, may: Callable[[str], bool]) -> T | None:
        """Remove and return the next item of an owner for whom `may` returns true; `None` if there is none."""
        owner = next((owner for owner in self._items if may(owner)), None)
        return None if owner is None else self._take_of(owner)

    def _take_of(self, owner: str) -> T:
        items = self._items.pop(owner)
        item = items.popleft()
        if items:
            self._items[owner] = items  # behind all others
        return item
