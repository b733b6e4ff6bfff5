"""The command line starts quickly, knows its version, and reports an error in one message."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import branchline
from branchline.cli import run
from branchline.cli._verbs import VERBS

if TYPE_CHECKING:
    from pathlib import Path

LOADED = """
import json, sys
from branchline.cli import run
code = run({args!r})
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def modules_after(*args: str) -> set[str]:
    script = LOADED.format(args=list(args))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stderr)
    assert code == 0
    return set(modules)


@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["map", "--help"], ["map", "list"], ["map", "show", "usa"]]
)
def test_neither_numpy_nor_numba_is_loaded(args: list[str]) -> None:
    modules = modules_after(*args)
    assert "branchline.cli" in modules
    assert not modules & {"numpy", "numba", "shapely"}


def test_a_list_of_maps_loads_nothing_slow() -> None:
    assert not modules_after("map", "list") & {"rich", "msgspec", "pydantic", "importlib.metadata"}


def test_importing_branchline_loads_nothing_else() -> None:
    script = "import branchline, sys; print([name for name in sys.modules if name.startswith('branchline')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['branchline']"


def test_public_names_are_imported_on_first_use() -> None:
    from branchline.boards.library import load_map

    assert branchline.load_map is load_map
    assert {"load_map", "__version__"} <= set(dir(branchline))
    with pytest.raises(AttributeError, match="no attribute 'lod_map'"):
        branchline.lod_map  # noqa: B018


def test_every_public_name_exists() -> None:
    for name in branchline._MODULES:
        assert getattr(branchline, name) is not None


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"branchline {branchline.__version__}\n"
    assert branchline.__version__[0].isdigit()


def test_python_m_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "branchline", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"branchline {branchline.__version__}\n"


def test_alone_it_serves_and_opens_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr("branchline.cli.serve.start", lambda flags, open_browser: started.append(open_browser))
    assert run([]) == 0
    assert started == [True]


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "map" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["mpa"], 2, 'There is no command "mpa". Did you mean "map"?'),
        (["map", "shw"], 2, 'There is no command "shw". Did you mean "show"?'),
        (["map", "show"], 2, "Missing argument 'MAP'. `branchline map show --help` shows the usage."),
        (["map", "show", "lodnon"], 1, 'There is no map "lodnon". Did you mean "london"?'),
        (["map", "draw"], 1, "Name a map, or a saved game with --game FILE."),
        (["db", "copy", "nowhere.db", "copy.db"], 1, "There is no database nowhere.db."),
        (["map", "show", "nowhere/x.toml"], 2, "There is no file nowhere/x.toml."),
        (
            ["map", "list", "--jsn"],
            2,
            "No such option: --jsn (Possible options: --json) `branchline map list --help` shows the usage.",
        ),
    ],
)
def test_an_error_is_one_message_on_stderr(
    capsys: pytest.CaptureFixture[str], args: list[str], code: int, message: str
) -> None:
    assert run(args) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"branchline: {message}\n"


def test_a_group_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map"]) == 2
    printed = capsys.readouterr()
    assert "check" in printed.out
    assert printed.err == ""


def test_ctrl_c_prints_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("branchline.cli.map.find_maps", stop)
    assert run(["map", "list"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_full_disk_prints_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device", "results")

    monkeypatch.setattr("branchline.cli.map.find_maps", fail)
    assert run(["map", "list"]) == 1
    assert capsys.readouterr().err == "branchline: results cannot be used: No space left on device.\n"


# ---- what people expect of a command line ------------------------------------------------------


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS), ["map", "draw"], ["bots", "show"]])
def test_h_is_help(verb: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*verb, "-h"]) == 0
    assert "Usage: branchline" in capsys.readouterr().out


def test_help_shows_defaults_that_are_described_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", "-h"]) == 0
    assert "[default: (all)]" in capsys.readouterr().out


@pytest.mark.parametrize(
    "args",
    [
        ["tournament", "--out", "made"],
        ["conformance", "export", "made", "--map", "nowhere"],
        ["puzzles", "make", "nowhere", "--out", "made"],
        ["db", "copy", "made", "copy.db"],
    ],
)
def test_a_command_that_is_refused_writes_nothing(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(args) == 1
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["map", "show", "nowhere"], 1),
        (["map", "list", "--jsn"], 2),
        (["replay", "nowhere.branchline"], 2),
        (["simulate", "-p", "cmd:no-such-program,random"], 1),
        (["frobnicate"], 2),
    ],
)
def test_an_error_under_json_is_json(args: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*args, "--json"]) == code
    printed = capsys.readouterr()
    error = json.loads(printed.err)
    assert printed.out == ""
    assert error["exit"] == code
    assert len(error["error"]) > 10
    assert run(args) == code
    assert capsys.readouterr().err == f"branchline: {error['error']}\n"


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["map", "show", "lo"], "london"),
        (["simulate", "--map", "pa"], "paris"),
        (["simulate", "-p", "planner,gr"], "planner,greedy"),
        (["tournament", "rand"], "random"),
        (["bots", "show", "exp"], "expert"),
        (["verify", "--map", "us"], "usa"),
        (["evaluate", "planner", "--task", "mini"], "mini-2p-v0"),
        (["tourn"], "tournament"),
    ],
)
def test_names_are_completed(
    words: list[str], completed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_BRANCHLINE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["branchline", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    with pytest.raises(SystemExit):
        run([])
    assert capsys.readouterr().out.split() == [completed]


def test_printed_commands_can_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["map", "new", "my town"]) == 0
    command = capsys.readouterr().out.splitlines()[1]
    program, *args = shlex.split(command)
    assert program == "branchline"
    assert run(args) == 0
