"""The refusal of a request or message, which then changes nothing: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.engine.actions import Cards

STATUS = {
    "bad_request": 400,
    "bad_message": 400,
    "broken_map": 422,
    "broken_save": 422,
    "cross_site": 403,
    "failed": 500,
    "full": 503,
    "illegal": 409,
    "not_found": 404,
    "not_host": 403,
    "not_ready": 503,
    "not_stored": 503,
    "not_yours": 403,
    "quarantined": 410,
    "rewound": 503,
    "no_secret": 403,
    "too_busy": 429,
    "too_large": 413,
    "too_many": 429,
    "too_slow": 422,
    "wrong_type": 415,
    "wrong_method": 405,
}
"""The HTTP status of each code; any other code is a conflict with the state of the game (409)."""


class Refusal(BranchlineError):  # noqa: N818 (an answer, not a failure)
    """Why a request or message was refused."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        reason: str | None = None,
        missing: Cards | None = None,
        retry_after: float | None = None,
        problems: list[Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reason = reason
        self.missing = missing
        self.retry_after = retry_after
        self.problems = problems

    @property
    def status(self) -> int:
        """The HTTP status of the response."""
        return STATUS.get(self.code, 409)
