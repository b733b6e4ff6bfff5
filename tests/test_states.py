"""Arrays of states, which are made from bytes."""

from __future__ import annotations

from branchline.engine.kernel.layout import STATE, copy_states, new_states


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
