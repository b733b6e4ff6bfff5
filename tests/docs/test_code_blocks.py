"""Every code block of the documentation is run, or says why it is not.

Doctests are run by test_pages.py, messages of the socket by tests/server/test_wire.py.
"""

from __future__ import annotations

import json
import re
import runpy
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from branchline.cli import run
from tests.docs.blocks import Block, blocks_of

ROOT = Path(__file__).parents[2]
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if blocks_of(page)]
PLAIN = {"text", "bibtex", ""}
"""The languages of blocks that are no programs."""
FEW = "20"
"""The number of games that a command plays here: enough to show that it works."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_every_block_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("examples", "src"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks_of(page):
        if block.reason is None and block.kind is None and not block.is_doctest:
            try_block(block, names, monkeypatch)


def try_block(block: Block, names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if block.title is not None:
        Path(block.title).write_text(block.text, encoding="utf-8")
    elif block.language == "python":
        exec(compile(block.text, "page", "exec"), names)
    elif block.language in ("sh", "console"):
        for command in block.commands():
            try_command(command, monkeypatch)
    elif block.language == "json":
        for line in block.text.splitlines() if "}\n{" in block.text else [block.text]:
            json.loads(line)
    elif block.language == "toml":
        tomllib.loads(block.text)
    else:
        assert block.language in PLAIN, f"how is {block.language} run?"


def try_command(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *words = shlex.split(re.sub(r"(--games|-n) \d+", rf"\1 {FEW}", command))
    if program == "python":
        is_module = words[0] == "-m"
        monkeypatch.setattr(sys, "argv", words[is_module:])
        code: object = 0
        if is_module:  # as in a new process, which has not imported what it runs
            monkeypatch.delitem(sys.modules, f"{words[1]}.__main__", raising=False)
        try:
            (runpy.run_module if is_module else runpy.run_path)(words[is_module], run_name="__main__")
        except SystemExit as end:
            code = end.code
        assert not code, command
        return
    runnable = program == "branchline" and words and words[0] != "serve"
    assert runnable, f"`{command}` cannot be run here: put a reason in a comment before its block"
    assert run(words) == 0, command


def test_reasons_are_given_to_blocks_only() -> None:
    for page in PAGES:
        comments = page.read_text(encoding="utf-8").count("<!-- not run")
        assert comments == sum(block.reason is not None for block in blocks_of(page)), page
