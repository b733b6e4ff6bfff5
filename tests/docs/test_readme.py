"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from branchline.cli import run
from tests.docs.blocks import blocks_of
from tests.docs.test_code_blocks import try_command
from tools import release

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [
    (command, expected)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, expected in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$|\Z)", block, re.DOTALL | re.MULTILINE)
]


def test_the_readme_shows_something_to_check() -> None:
    assert CONSOLE
    assert ">>>" in README


@pytest.mark.parametrize(("command", "expected"), CONSOLE)
def test_a_command_prints_what_the_readme_says(command: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *args = shlex.split(command)
    assert program == "branchline"
    assert run(args) == 0
    assert capsys.readouterr().out.startswith(expected.rstrip())


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)`", README, re.MULTILINE))
    assert {first or second for first, second in named} <= targets


def test_every_extra_of_the_readme_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set(re.findall(r"pip install \"(?:branchline|\.)\[(\w+)\]", README))
    assert len(named) > 2
    assert named <= set(project["optional-dependencies"])


def test_every_command_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [
        command
        for block in blocks_of(ROOT / "README.md")
        if block.language == "sh"
        for command in block.commands()
        if not command.startswith("make") and command not in release.readme_installation()
    ]
    commands += [command for command in re.findall(r"`(branchline [^`]+)`", README) if command != "branchline serve"]
    assert len(commands) > 8
    for command in commands:
        try_command(command, monkeypatch)


def test_the_python_of_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    "page", sorted(path for path in ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")), ids=str
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "pictures").glob("**/*.svg")), ids=str)
def test_a_picture_has_a_size_so_that_tables_give_it_room(picture: Path) -> None:
    root = ET.parse(picture).getroot()
    assert [root.get("width"), root.get("height")] == root.get("viewBox", "").split()[2:]
