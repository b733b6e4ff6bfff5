"""The time to a first game and of whole commands: `make bench-start`.

A first game is measured from a clean clone with an empty home folder, so with nothing compiled and nothing built; only
the caches of packages are kept. `python benchmarks/start.py commands` measures only commands, with files in the disk
cache.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMMANDS = ("--version", "--help", "map list", "map list --json", "map show usa", "map check usa london paris uk")
RUNS = 15
PATIENCE = 600.0
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]


def seconds(command: str) -> list[float]:
    """Return the time of each run, after one that does not count."""
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "branchline", *command.split()], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    return times[1:]


def time_commands() -> None:
    """Print a row for each command."""
    print(f"{'command':<32} {'best':>7} {'median':>7}")
    for command in COMMANDS:
        times = seconds(command)
        print(f"{command:<32} {min(times):>6.2f}s {statistics.median(times):>6.2f}s")


# -- the first game ----------------------------------------------------------------------------


def empty_home(folder: Path) -> dict[str, str]:
    """Return an environment with an empty home folder, but with the caches and settings of package managers."""
    home = Path.home()
    kept = {
        "UV_CACHE_DIR": home / ".cache/uv",
        "PIP_CACHE_DIR": home / ".cache/pip",
        "PIP_CONFIG_FILE": home / ".config/pip/pip.conf",
        "npm_config_cache": home / ".npm",
        "npm_config_userconfig": home / ".npmrc",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("BRANCHLINE", "XDG_"))}
    environment |= {name: str(path) for name, path in kept.items() if path.exists()}
    # Any free port, and no browser but `true`, which does nothing.
    return {**environment, "HOME": str(folder), "BRANCHLINE_PORT": "0", "BROWSER": "true"}


class Player:
    """Somebody with a browser's cookie."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> bytes:
        """Return what the server answers."""
        content: bytes = self.opener.open(self.address + path, timeout=PATIENCE).read()
        return content

    def site(self) -> dict[str, Any]:
        """Return what the page asks first."""
        answer: dict[str, Any] = json.loads(self.get("/api/site"))
        return answer

    def start_game(self) -> None:
        """Wait until games can be played, start one, and get its page and board."""
        self.wait_for_page()
        while not self.site()["ready"]:
            time.sleep(0.05)
        maps = json.loads(self.get("/api/maps"))["maps"]
        usa = next(row for row in maps if row["id"] == "usa")
        for part in ("geometry", "ground.svg", "labels.svg"):
            self.get(f"/api/maps/usa/{usa['hash']}/{part}")
        body = json.dumps({"map": "usa", "seats": SEATS, "start": True}).encode()
        request = urllib.request.Request(
            f"{self.address}/api/games", body, {"content-type": "application/json", "origin": self.address}
        )
        self.opener.open(request, timeout=PATIENCE).read()

    def wait_for_page(self) -> None:
        """Load the page as soon as the server accepts connections."""
        while True:
            try:
                self.get("/")
            except urllib.error.URLError:
                time.sleep(0.02)
            else:
                return

    def wait_for_compiler(self) -> None:
        """Wait until everything is compiled."""
        while self.site()["compiling"]:
            time.sleep(0.2)


def start(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[subprocess.Popen[str], str]:
    """Start a program that starts a server; return it with the server's address."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return process, found[0]
    raise SystemExit(f"{' '.join(command)} ended without an address.")


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a server and what it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)


def row(what: str, since: float) -> None:
    """Print how long something took."""
    print(f"{what:<58} {time.perf_counter() - since:>6.1f}s", flush=True)


def time_first_game() -> None:
    """Measure from a clean clone to a first game, to compiled code, and from a second start to a game."""
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name) / "branchline", Path(name) / "home"
        home.mkdir()
        environment = empty_home(home)
        began = time.perf_counter()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        process, address = start(["make", "play"], folder, environment)
        try:
            row("clean clone: `make play` to the server's address", began)
            answering = time.perf_counter()
            player = Player(address)
            player.start_game()
            row("from there to a dealt game and its board", answering)
            row("clean clone to a dealt game and its board", began)
            player.wait_for_compiler()
            row("server's address to compiled rules, planner and search", answering)
        finally:
            stop(process)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"{'processor time of all this':<58} {used.ru_utime + used.ru_stime:>6.1f}s")
        again = time.perf_counter()
        process, address = start([".venv/bin/branchline"], folder, environment)
        try:
            Player(address).start_game()
            row("second start: `branchline` to a dealt game and its board", again)
        finally:
            stop(process)


def main() -> None:
    """Measure what was asked for: commands, the first game, or both."""
    if sys.argv[1:] != ["first"]:
        time_commands()
    if sys.argv[1:] != ["commands"]:
        time_first_game()


if __name__ == "__main__":
    main()
