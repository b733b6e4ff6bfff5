"""What the endpoints of puzzles and of lessons share: which one is meant, and which choice was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sized

    from branchline.server.http.api.endpoint import Call

Exercise = TypeVar("Exercise")


def named(call: Call, kind: str, exercises: Mapping[str, Exercise]) -> Exercise:
    """Return the puzzle or lesson that the path names."""
    name = str(call.request.path_params[kind])
    if name not in exercises:
        raise Refusal("not_found", f'There is no {kind} "{name[:40]}".')
    return exercises[name]


def chosen(call: Call, kind: str, choices: Sized) -> int:
    """Return the number of the choice that the body names."""
    choice: int = call.body.choice
    if not 0 <= choice < len(choices):
        raise Refusal("bad_request", f"This {kind} has the choices 0 to {len(choices) - 1}, not {choice}.")
    return choice
