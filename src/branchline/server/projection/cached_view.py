"""Views for pictures: a picture asks for the same fields again and again, so each is read from the record once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.engine.views import View

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.layout import Records


class _Fields:
    """The fields of a record as attributes, each read at its first use; the record must not change meanwhile."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (a number or an array of them)
        value = self._records[name][0]
        setattr(self, name, value)
        return value


class Sight(View):
    """A view that is only looked at."""

    _record: Any = None

    def __init__(self, board: Board, packed: Records, records: Records) -> None:
        super().__init__(board, packed, records)
        self._record = _Fields(records)


def sight_of(view: View) -> Sight:
    """Return a view to be looked at; it shares the view's record."""
    return Sight(view.board, view._packed, view._records)  # noqa: SLF001 (the same value, read more quickly)
