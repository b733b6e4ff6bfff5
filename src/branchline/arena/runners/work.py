"""What a runner runs: any piece of work that can be sent to another process."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Numbered(Protocol):
    """The result of a piece of work."""

    @property
    def number(self) -> int:
        """The number of the work that it is the result of."""


Done = TypeVar("Done", bound=Numbered)
Done_co = TypeVar("Done_co", bound=Numbered, covariant=True)


class Work(Protocol[Done_co]):
    """A piece of work, such as a `Job`."""

    @property
    def number(self) -> int:
        """Its number among all pieces of a run."""

    def perform(self) -> Done_co:
        """Do the work."""


def perform(work: Work[Done]) -> Done:
    """Do a piece of work; a function of a module can be sent to another process."""
    return work.perform()
