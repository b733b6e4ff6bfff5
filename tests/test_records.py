"""Only the engine and compiled code touch the kernel's records; everyone else asks a `Table` or a `View`."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import branchline
from branchline.engine.kernel.layout import BOARD, STATE

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(branchline.__file__).parent

MAY_TOUCH_RECORDS = (
    "engine/",
    # Compiled policies, and what calls them with records.
    "bots/casual/",
    "bots/guided/",
    "bots/learned/",
    "bots/planner/",
    "bots/search/",
    "bots/greedy.py",
    "bots/random.py",
    "bots/base.py",
    "bots/policies.py",
    "bots/kernel_games.py",
    # Compiled environments, and the arrays of games they step.
    "rl/kernel/",
    "rl/encoding/actions.py",
    "rl/encoding/board_encoding.py",
    "rl/games.py",
    "rl/gymnasium_vector.py",
    "rl/encoding/observation.py",
    # Fills the table of compiled training games.
    "arena/training/samples.py",
    # Measures the kernel itself.
    "arena/evaluation/bench.py",
)

KERNEL_MODULES = (
    "branchline.engine.entry_points",
    "branchline.engine.kernel.types",
    "branchline.engine.kernel.layout",
    "branchline.engine.rules",
    "branchline.engine.kernel.trace",
)
PRIVATE = {"_packed", "_record", "_records"}
FIELDS = {*(BOARD.names or ()), *(STATE.names or ())}
RECORDS = {"record", "records", "state", "states", "views"}


def others() -> list[Path]:
    files = sorted(SOURCE.rglob("*.py"))
    return [file for file in files if not file.relative_to(SOURCE).as_posix().startswith(MAY_TOUCH_RECORDS)]


def touches(tree: ast.AST) -> Iterator[str]:
    """Yield what a module does with records."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str() as module, names=names) if module.startswith(KERNEL_MODULES):
                yield from (f"line {node.lineno}: imports {name.name}" for name in names if not is_constant(name.name))
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if attribute in PRIVATE and owner != "self":
                yield f"line {node.lineno}: reads {owner}.{attribute}"
            case ast.Subscript(value=value, slice=ast.Constant(value=index)) if named(value) in RECORDS:
                if index == 0 or index in FIELDS:
                    yield f"line {node.lineno}: indexes {ast.unparse(value)} by {index!r}"


def is_constant(name: str) -> bool:
    """Return whether a name is that of a number, a module of numbers (the columns of a result), or a type of them."""
    return name.isupper() or name in {"scoring", "Records", "Code"}


def named(node: ast.expr) -> str | None:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


@pytest.mark.parametrize("file", others(), ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_records_are_left_to_the_engine(file: Path) -> None:
    assert list(touches(ast.parse(file.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "line",
    [
        "turn = view._records[0].turn",
        "turn = view.record['turn']",
        "records = game.records; chosen = records['chosen'][0]",
        "from branchline.engine.entry_points import why_not_at",
        "from branchline.engine.rules.payment import price",
    ],
)
def test_the_check_finds_a_record(line: str) -> None:
    assert list(touches(ast.parse(line)))
