"""Arrays of states, which are made from bytes, and copies of what reads them."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.engine.kernel.layout import STATE, copy_states, new_states, packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.game import Game
    from branchline.engine.views import View


def test_new_states_are_empty_and_can_be_written_by_compiled_code() -> None:
    states = new_states(3)
    assert states.shape == (3,)
    assert states.dtype == STATE
    assert states.tobytes() == bytes(3 * STATE.itemsize)
    assert states.flags.aligned
    assert states.flags.writeable
    assert states.flags.c_contiguous


def test_a_copy_of_states_is_independent() -> None:
    states = new_states(2)
    states["turn"] = [1, 2]
    copy = copy_states(states)
    assert copy.tobytes() == states.tobytes()
    assert copy.flags.aligned
    copy["turn"][0] = 4
    assert states["turn"].tolist() == [1, 2]
    assert copy["turn"].tolist() == [4, 2]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_games_and_views_can_be_copied_and_pickled(copied: Callable[[Game | View], Game | View]) -> None:
    game = bl.new_game("mini", players=2, seed=1)
    for original in (game, game.view(0)):
        twin = copied(original)
        assert twin.to_bytes() == original.to_bytes()
        assert list(twin.legal) == list(original.legal)
    twin = copied(game)
    assert isinstance(twin, bl.Game)
    twin.play(twin.legal[0])
    assert twin.turn != game.turn
    assert vars(twin)["_packed"] is packed(twin.board)
    assert not packed(twin.board).flags.writeable, "compiled code would be compiled again for another type of array"
