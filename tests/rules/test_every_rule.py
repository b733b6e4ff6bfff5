"""No rule is forgotten: each number has a test that is named after it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

RULES = {"S": 6, "T": 3, "D": 11, "C": 6, "P": 6, "E": 6, "F": 4, "K": 20}
NUMBERS = [f"{letter}{number}" for letter, most in RULES.items() for number in range(1, most + 1)]


@cache
def names_of_tests() -> list[str]:
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_test_is_named_after_rule(number: str) -> None:
    assert [name for name in names_of_tests() if name.startswith(f"test_{number}_")]
