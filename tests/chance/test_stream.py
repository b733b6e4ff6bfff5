"""The ChaCha8 stream against the published vectors of draft-strombergson-chacha-test-vectors-01."""

from __future__ import annotations

import pytest

from branchline.engine.kernel.chance import next_half, next_words
from branchline.engine.kernel.compilation import entry
from branchline.engine.kernel.layout import Records, new_states

# Key, then the first two blocks of the stream; nonce and counter are zero.
VECTORS = [
    (
        "00" * 32,
        (
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        ),
        (
            "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
            "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
        ),
    ),
    (
        "01" + "00" * 31,
        (
            "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
            "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        ),
        (
            "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
            "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"
        ),
    ),
]


@entry
def words_at(states: Records) -> None:
    """Let the kernel fill the next half of a block."""
    next_words(states[0])


@entry
def half_at(states: Records) -> int:
    """Let the kernel draw 16 bits."""
    return int(next_half(states[0]))


def keyed(key: str) -> Records:
    states = new_states()
    states["key"][0] = memoryview(bytes.fromhex(key)).cast("I")
    return states


@pytest.mark.parametrize(("key", "first", "second"), VECTORS)
def test_published_vectors(key: str, first: str, second: str) -> None:
    states = keyed(key)
    for block in (first, second):
        found = ""
        for _ in range(2):
            words_at(states)
            found += states["block"][0].astype("<u4").tobytes().hex()
        assert found == block
    assert states["counter"][0] == 4


def test_half_words_come_in_the_streams_order() -> None:
    states = keyed(VECTORS[0][0])
    stream = bytes.fromhex(VECTORS[0][1] + VECTORS[0][2])
    halves = [int.from_bytes(stream[at : at + 2], "little") for at in range(0, len(stream), 2)]
    assert [half_at(states) for _ in halves] == halves


def test_the_counter_goes_on_and_no_block_comes_twice() -> None:
    states = keyed("ab" * 32)
    blocks = set()
    for _ in range(500):
        words_at(states)
        blocks.add(states["block"][0].tobytes())
    assert len(blocks) == 500
