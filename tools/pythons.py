"""Run the tests on every version of Python that the package supports: `make pythons`.

Each version gets a separate environment under build/. An interpreter that is not found is an error: a version
that is not tested must not be listed as supported. `PYTHONS` may list interpreters, separated by colons. Arguments
replace the tests that are run: `make pythons TESTS="--ignore tests/browser"` runs all but those in a browser.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / "build" / "pythons"
TESTS = (
    *("tests/rules", "tests/boards", "tests/golden", "tests/perft", "tests/leak", "tests/cli", "tests/property"),
    *("tests/arena/test_facade.py", "tests/arena/test_output.py", "tests/rl", "tests/server/test_play.py"),
)
"""What may depend on the version: the compiled kernel, the types, the command line, the libraries."""
ASK = "import sys; print('.'.join(map(str, sys.version_info[:2])))"


def claimed() -> list[str]:
    """Return the versions that the classifiers list."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        classifiers: list[str] = tomllib.load(file)["project"]["classifiers"]
    prefix = "Programming Language :: Python :: 3."
    return [f"3.{line.removeprefix(prefix)}" for line in classifiers if line.startswith(prefix)]


def interpreter(version: str) -> str | None:
    """Return an interpreter of a version: one that was named, or one that uv finds."""
    for program in filter(None, os.environ.get("PYTHONS", "").split(os.pathsep)):
        if _output(program, "-c", ASK) == version:
            return program
    return _output(_uv(), "python", "find", "--no-project", version) or None


def _output(*words: str) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _uv() -> str:
    return str(Path(sys.executable).with_name("uv"))


def run_tests(version: str, program: str, tests: Sequence[str] = TESTS) -> bool:
    """Install the locked packages for a version, and return whether the tests pass."""
    folder = ENVIRONMENTS / version
    python = str(folder / "bin" / "python")
    install = [_uv(), "pip", "install", "--quiet", "--python", python]
    commands = [
        [program, "-m", "venv", "--clear", "--without-pip", str(folder)],
        [*install, "--require-hashes", "-r", "requirements.lock"],
        [*install, "--no-deps", "--build-constraints", "requirements-build.lock", "--editable", "."],
        [python, "-m", "tools.compile"],  # tests of hints and replays do not wait for it
        [python, "-m", "pytest", "-q", "-n", "2", *tests],
    ]
    return all(subprocess.run(command, cwd=ROOT, check=False).returncode == 0 for command in commands)  # noqa: S603


def main() -> int:
    """Test every version; the exit code is 1 if one fails or is missing."""
    failed = []
    for version in claimed():
        program = interpreter(version)
        print(f"Python {version}: {program or 'not found'}", flush=True)  # noqa: T201
        if program is None or not run_tests(version, program, sys.argv[1:] or TESTS):
            failed.append(version)
    if failed:
        sys.stderr.write(f"Not tested, or failed: Python {', '.join(failed)}.\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
