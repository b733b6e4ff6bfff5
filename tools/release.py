"""Build a release into dist/ and prove that it works: `make release`.

A release has a wheel, a source archive, checksums and a list of components (CycloneDX). It is refused for a tree with
changes that are not committed, and for a version without a dated entry in the changelog.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

from tools import container, docs_site

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
CHECKSUMS, COMPONENTS = "SHA256SUMS", "sbom.cdx.json"
MOST_IMPORT_SECONDS = 0.3
STARTING_SECONDS = 30
LARGEST_WHEEL = 60_000_000
"""Package indexes accept 100 MB by default; ours has 18 MB of fonts."""

GAME = """
import branchline as bl
game, bot = bl.new_game("mini", players=2, seed=7), bl.bot("greedy")
while not game.over:
    game.play(bot.choose(game.view(game.turn)))
game.save("first.branchline")
print(game)
"""


class ReleaseError(Exception):
    """The reason why a release is refused."""


def main() -> None:
    """Check, build, try out and describe the release."""
    try:
        check_tree(git("status", "--porcelain"))
        version = check_version((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        docs_site.main()
        wheel, archive = build()
        check_contents(wheel, archive)
        try_out(wheel)
        try_installers(wheel)
        try_readme()
        container.try_container()
        describe(wheel)
        write_checksums(DIST)
    except (ReleaseError, container.ContainerError) as error:
        sys.exit(f"No release: {error}")
    say(f"dist/ has Branchline {version}: {wheel.name} ({wheel.stat().st_size / 1e6:.1f} MB), {archive.name}")


def say(text: str) -> None:
    """Print a line."""
    print(text, flush=True)  # noqa: T201


# ---- what must hold before ---------------------------------------------------------------------


def check_tree(status: str) -> None:
    """Refuse a tree with changes that are not committed."""
    if status.strip():
        raise ReleaseError(f"these changes are not committed:\n{status.rstrip()}")


def check_version(changelog: str) -> str:
    """Return the version, or refuse it if the changelog has no dated entry of it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        version: str = tomllib.load(file)["project"]["version"]
    entry = re.search(rf"^## \[?{re.escape(version)}\]?\s.*\d{{4}}-\d\d-\d\d", changelog, re.MULTILINE)
    if entry is None:
        raise ReleaseError(f"CHANGELOG.md has no entry with a date for version {version}.")
    waiting = re.search(r"^## Unreleased\n(.*?)(?=^## )", changelog, re.DOTALL | re.MULTILINE)
    if waiting and waiting[1].strip():
        raise ReleaseError(f'CHANGELOG.md lists changes under "Unreleased": move them to {version} or a new version.')
    return version


# ---- building ----------------------------------------------------------------------------------


def build() -> tuple[Path, Path]:
    """Build the wheel, from the tree, and the source archive."""
    for old in DIST.glob("*") if DIST.is_dir() else ():
        old.unlink()
    constraints = ["--build-constraints", "requirements-build.lock"]
    run(tool("uv"), "build", "--wheel", "--sdist", "--out-dir", str(DIST), *constraints)
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    run(tool("twine"), "check", "--strict", str(wheel), str(archive))
    return wheel, archive


def check_contents(wheel: Path, archive: Path) -> None:
    """Refuse a wheel without the page, drawings, fonts or documentation, or one that is too large."""
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "server/static/index.html",
        "arena/reporting/assets/report.js",
        "maps/drawings/",
        "fonts-cjk.zip",
        "server/documentation/index.html",
    ):
        if not any(f"branchline/{needed}" in name or name.endswith(needed) for name in names):
            raise ReleaseError(f"{wheel.name} lacks {needed}.")
    for file in (wheel, archive):
        if file.stat().st_size > LARGEST_WHEEL:
            raise ReleaseError(f"{file.name} has {file.stat().st_size / 1e6:.0f} MB.")


# ---- trying it out -----------------------------------------------------------------------------


def try_out(wheel: Path) -> None:
    """Install the wheel in an empty environment, without make and Node, and play a game."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "venv", with_pip=False)
        python = home / "venv" / "bin" / "python"
        started = time.perf_counter()
        run(tool("uv"), "pip", "install", "--quiet", "--python", str(python), str(wheel))
        say(f"installed in {time.perf_counter() - started:.1f} s")
        environment = {"PATH": str(python.parent), "HOME": folder, "LANG": "C.UTF-8"}
        check_import_time(python, environment)
        command = str(python.parent / "branchline")
        started = time.perf_counter()
        run(command, "--version", environment=environment, folder=home)
        run(str(python), "-c", GAME, environment=environment, folder=home)
        say(f"a first game after {time.perf_counter() - started:.1f} s")
        try_server(command, environment, home)
        run(command, "verify", "first.branchline", environment=environment, folder=home)
        run(command, "map", "draw", "mini", "-o", "board.png", environment=environment, folder=home)


def try_installers(wheel: Path) -> None:
    """Run the wheel with uvx, and install it with pipx and as a tool of uv, as the documentation says."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        places = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "uv", "PIPX_HOME": "pipx", "PIPX_BIN_DIR": "bin"}
        environment = os.environ | {name: str(home / place) for name, place in places.items()}
        run(tool("uvx"), "--from", str(wheel), "branchline", "--version", environment=environment, folder=home)
        run(tool("uv"), "tool", "install", "--quiet", str(wheel), environment=environment, folder=home)
        run(tool("uvx"), "pipx", "install", str(wheel), environment=environment, folder=home)
        for place in ("uv", "bin"):
            run(str(home / place / "branchline"), "--version", environment=environment, folder=home)
        say("uvx, uv tool install and pipx install work")


def try_readme() -> None:
    """Install from a copy of the repository, with the commands that the README shows, and play a game."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        clone.mkdir()
        run("git", "archive", "--output", f"{folder}/tree.tar", "HEAD")
        run("tar", "-xf", f"{folder}/tree.tar", "-C", str(clone))
        script = "\n".join(["set -e", *readme_installation(), "branchline --version", f"python -c '{GAME}'"])
        started = time.perf_counter()
        path = os.pathsep.join([f"{sys.base_prefix}/bin", "/usr/bin", "/bin"])
        run("bash", "-c", script, environment={**os.environ, "PATH": path, "HOME": os.environ["HOME"]}, folder=clone)
        say(f"installed as the README says, and played a game, in {time.perf_counter() - started:.1f} s")


def readme_installation() -> list[str]:
    """Return the commands with which the README installs Branchline: those of the block that makes an environment."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = next(part for part in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if " -m venv " in part)
    return [line.partition("  #")[0].strip() for line in block.splitlines()]


def try_server(command: str, environment: dict[str, str], home: Path) -> None:
    """Start a server and look at its page and its documentation."""
    started = time.perf_counter()
    words = [command, "serve", "--port", "0", "--database", str(home / "games.db"), "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, env=environment, cwd=home, **pipes) as server:  # type: ignore[call-overload]  # noqa: S603
        try:
            address = read_address(server)
            for path in ("", "docs/", "api/maps"):
                fetch(address + path)
            say(f"a server with its page after {time.perf_counter() - started:.1f} s")
        finally:
            server.terminate()


def read_address(server: subprocess.Popen[bytes]) -> str:
    """Return the address that a server prints as JSON when it starts."""
    text = b""
    while not text.endswith(b"}\n"):
        line = server.stdout.readline() if server.stdout else b""
        if not line:
            raise ReleaseError("`branchline serve` ended without printing an address.")
        text += line
    address: str = json.loads(text)["address"]
    return address


def fetch(address: str) -> bytes:
    """Return a page of a server that is starting, or refuse the release if it does not answer."""
    problem: Exception | None = None
    for _ in range(STARTING_SECONDS * 10):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 (our own server)
                data: bytes = answer.read()
                return data
        except urllib.error.HTTPError as error:
            raise ReleaseError(f"{address} answers {error.code}.") from None
        except OSError as error:
            problem = error
            time.sleep(0.1)
    raise ReleaseError(f"{address} does not answer: {problem}")


def check_import_time(python: Path, environment: dict[str, str]) -> None:
    """Refuse a package whose fastest import of five takes too long."""
    script = "import time; t = time.perf_counter(); import branchline; print(time.perf_counter() - t)"
    best = min(float(run(str(python), "-c", script, environment=environment)) for _ in range(5))
    say(f"import branchline takes {best:.3f} s")
    if best > MOST_IMPORT_SECONDS:
        raise ReleaseError(f"`import branchline` takes {best:.2f} s; at most {MOST_IMPORT_SECONDS} are allowed.")


# ---- describing it -----------------------------------------------------------------------------


def describe(wheel: Path) -> None:
    """Write the list of components: what the base installation pins, with hashes."""
    target = DIST / COMPONENTS
    run(
        tool("cyclonedx-py"),
        *("requirements", "requirements-play.lock", "--pyproject", "pyproject.toml"),
        *("--of", "JSON", "-o", str(target)),
    )
    listed = json.loads(target.read_text(encoding="utf-8"))
    if len(listed.get("components", ())) < 10:  # noqa: PLR2004
        raise ReleaseError(f"{target.name} lists hardly any component of {wheel.name}.")


def write_checksums(folder: Path) -> None:
    """Write the checksums of all files of a folder, as `sha256sum --check` reads them."""
    files = sorted(file for file in folder.iterdir() if file.name != CHECKSUMS and not file.name.startswith("."))
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


# ---- commands ----------------------------------------------------------------------------------


def tool(name: str) -> str:
    """Return the path of a program of this environment."""
    return str(Path(sys.executable).parent / name)


def git(*words: str) -> str:
    """Return what git prints."""
    return run("git", *words)


def run(*words: str, environment: dict[str, str] | None = None, folder: Path = ROOT) -> str:
    """Run a command and return what it prints; its failure is that of the release."""
    whole = os.environ | {"BRANCHLINE_FONTS": "all"} if environment is None else environment
    done = subprocess.run(words, cwd=folder, env=whole, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ReleaseError(f"`{' '.join(words)}` failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
