"""Pieces of English sentences, shared by narration and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """Return a number as a word, in digits above ten.

    >>> number_word(3), number_word(12)
    ('three', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def plural(number: int, noun: str) -> str:
    """Return a noun in its singular or plural form."""
    return noun if number == 1 else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """Return a number of things, in digits.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {plural(number, noun)}"


def counted_in_words(number: int, noun: str) -> str:
    """Return a number of things, the number as a word.

    >>> counted_in_words(2, "more green card")
    'two more green cards'
    """
    return f"{number_word(number)} {plural(number, noun)}"


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["red"]), listed(["red", "blue"]), listed(["3", "4", "5"], "or")
    ('red', 'red and blue', '3, 4 or 5')
    """
    return f" {conjunction} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def capitalized(sentence: str) -> str:
    """Return a sentence with a capital first letter and the others as they are."""
    return sentence[:1].upper() + sentence[1:]
