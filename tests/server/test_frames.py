"""The parser of frames, against frames that the `websockets` library writes and against arbitrary bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from websockets import frames as library

from branchline.server.http.websocket.frames import FrameError, next_frame

MOST = 70_000


@given(st.sampled_from([library.Opcode.TEXT, library.Opcode.BINARY, library.Opcode.CONT]), st.binary(), st.booleans())
def test_a_frame_of_another_library_is_read_whole_and_never_in_part(
    opcode: library.Opcode, data: bytes, last: bool
) -> None:
    sent = library.Frame(opcode, data, fin=last).serialize(mask=True)
    found = next_frame(sent + b"\x81", MOST)
    assert found is not None
    frame, size = found
    assert (frame.opcode, frame.is_last, frame.data, size) == (int(opcode), last, data, len(sent))
    assert all(next_frame(sent[:length], MOST) is None for length in range(len(sent)))


@given(st.sampled_from([126, 65_535, 65_536]))
def test_longer_frames_are_read_too(size: int) -> None:
    sent = library.Frame(library.Opcode.TEXT, bytes(size)).serialize(mask=True)
    found = next_frame(sent, MOST)
    assert found is not None
    assert (len(found[0].data), found[1]) == (size, len(sent))


@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_a_frame_the_beginning_of_one_or_refused(received: bytes) -> None:
    code = size = 0
    try:
        found = next_frame(received, MOST)
        size = found[1] if found else 6
    except FrameError as error:
        code = error.code
    assert code in {1002, 1009} or 6 <= size <= max(6, len(received))
