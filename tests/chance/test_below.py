"""Every draw is unbiased, and every seed is its own."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import branchline as bl
from branchline.engine.kernel.chance import below, seed_key
from branchline.engine.kernel.compilation import entry
from branchline.engine.kernel.layout import Records, new_states
from tests.positions import at_turn, dealt

REFUSED = 2**16
"""Where the last half word of the block was not enough: the draw asks for another."""


@entry
def below_at(states: Records, number: int) -> int:
    """Let the kernel draw a number."""
    return int(below(states[0], number))


def drawn_from(half: int, number: int, states: Records) -> int:
    """The number that one half word of the stream gives, or `REFUSED`."""
    states["block"][0, 7] = half << 16
    states["block_left"][0] = 1
    drawn = below_at(states, number)
    return drawn if states["block_left"][0] == 0 else REFUSED


@pytest.mark.parametrize("number", [1, 2, 3, 5, 7, 16, 44, 57, 100, 110, 116, 255])
def test_each_number_comes_from_as_many_half_words_as_any_other(number: int) -> None:
    """Exact, over all 65,536 of them: what does not divide evenly is refused and drawn again."""
    states = new_states()
    ways = Counter(drawn_from(half, number, states) for half in range(2**16))
    refused = ways.pop(REFUSED, 0)
    assert refused == 2**16 % number
    assert ways == dict.fromkeys(range(number), 2**16 // number)


def test_the_deck_is_dealt_evenly() -> None:
    """Chi-square of the first blind card over 2,000 seeds against the cards of the deck, with room to spare."""
    seen: Counter[str] = Counter()
    for seed in range(2000):
        game = at_turn("london")
        game._records[0].key[0], game._records[0].block_left = seed, 0
        game.play("draw deck")
        seen.update(game.hand(0))
    deck = {"blue": 5, "green": 5, "black": 5, "pink": 5, "yellow": 5, "orange": 6, "wild": 8}
    expected = {color: 2000 * number / 39 for color, number in deck.items()}
    assert set(seen) == set(deck)
    assert sum((seen[color] - mean) ** 2 / mean for color, mean in expected.items()) < 22.5  # p < 0.001 at 6 degrees


def test_tickets_are_shuffled_evenly() -> None:
    first = Counter(dealt("london", seed=seed).offer_of(0)[0] for seed in range(2000))
    assert len(first) == 20
    assert sum((number - 100) ** 2 / 100 for number in first.values()) < 43.8  # p < 0.001 at 19 degrees


def test_seeds_are_numbers_texts_or_bytes_and_each_its_own() -> None:
    keys = [seed_key(seed) for seed in (0, 1, 2**70, "0", "1", "", "tonight", bytes(32), bytes([1] * 32))]
    assert len(set(keys)) == len(keys)
    assert all(len(key) == 32 for key in keys)
    assert seed_key("tonight") == seed_key("tonight")
    assert seed_key(bytes(range(32))) == bytes(range(32))


@pytest.mark.parametrize("seed", [-1, -(2**80), 1.5, True, b"", b"x" * 31, b"x" * 33, [1], {}])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(bl.BranchlineError, match="seed"):
        bl.new_game("london", seed=seed)  # type: ignore[arg-type]


def test_without_a_seed_every_game_is_another() -> None:
    games = [bl.new_game("london") for _ in range(3)]
    assert len({game.key for game in games}) == 3
    assert len({game.commitment for game in games}) == 3


def test_the_commitment_is_the_hash_of_the_key() -> None:
    import hashlib

    game = bl.new_game("london", seed=5)
    assert game.commitment == hashlib.sha256(game.key).hexdigest()


def test_a_view_has_nothing_of_the_stream() -> None:
    game = dealt("usa", 3)
    for seat in (0, 1, 2, None):
        record = game.view(seat).record[0]
        assert not np.any(record.key)
        assert not np.any(record.block)
        assert (record.counter, record.block_left) == (0, 0)
        assert not np.any(record.deck)
