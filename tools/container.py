"""Follow the Dockerfile without Docker: `make container`.

Its commands run in a temporary folder, on the version of Python that its image has, and those after `USER` as an
ordinary user who can write nothing but the volumes. Paths of the image, such as `/data`, are folders in there. This
cannot find what only Docker knows, such as a base image that does not exist.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tools import pythons

ROOT = Path(__file__).parents[1]
PLACES = {"/install": "install", "/data": "data", "/home/branchline": "home"}
"""Paths of the image, and their folders here. `/usr/local` is an environment, and `/src` the copied files."""
USER = 10001
READY_SECONDS = 120


class ContainerError(Exception):
    """A step of the Dockerfile that failed."""


class Step(NamedTuple):
    """An instruction of the Dockerfile."""

    word: str
    rest: str


def stages(text: str) -> list[list[Step]]:
    """Return the instructions of each stage, which begins with `FROM`."""
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    steps = [Step(*line.split(maxsplit=1)) for line in lines if line.strip() and not line.startswith("#")]
    starts = [place for place, step in enumerate(steps) if step.word == "FROM"]
    return [steps[start:end] for start, end in zip(starts, [*starts[1:], len(steps)], strict=True)]


def copy_context(target: Path, source: Path = ROOT) -> None:
    """Copy what `.dockerignore` lets in: it excludes everything, then lists exceptions, then parts of these."""
    lines = (source / ".dockerignore").read_text(encoding="utf-8").split()
    excluded = [line.removeprefix("**/") for line in lines if not line.startswith("!")]

    def skipped(folder: str, names: list[str]) -> set[str]:
        here = Path(folder).relative_to(source)
        return {name for name in names if name in excluded or (here / name).as_posix() in excluded}

    target.mkdir()
    for name in (line[1:] for line in lines if line.startswith("!")):
        place = source / name
        if place.is_dir():
            shutil.copytree(place, target / name, ignore=skipped)
        else:
            shutil.copyfile(place, target / name)


class Container:
    """The folder that stands for a container, and the commands that run in it."""

    def __init__(self, folder: Path, dockerfile: str) -> None:
        self.folder, self.local = folder, folder / "local"
        self.build, self.image = stages(dockerfile)
        self.variables: dict[str, str] = {}

    def here(self, text: str) -> str:
        """Return a command or a value with the paths of this folder in place of those of the image."""
        for path, name in PLACES.items():
            text = re.sub(rf"(?<![\w/.]){path}\b", str(self.folder / name), text)
        return text

    def make(self) -> None:
        """Run the steps of both stages that Docker would run when it builds the image."""
        version = self.image[0].rest.partition(":")[2].removesuffix("-slim")
        found = pythons.interpreter(version)
        python = found or sys.executable
        say(f"Python {version}: {found}" if found else f"Python {version} was not found: {python} takes its place")
        run([python, "-m", "venv", str(self.local)], self.folder)
        self.make_user_folders()
        copy_context(self.folder / "src")
        for step in self.build:
            if step.word == "RUN":
                self.shell(step.rest, self.folder / "src")
        shutil.copytree(self.folder / "install", self.local, dirs_exist_ok=True, symlinks=True)
        for step in self.image:
            if step.word == "ENV":
                self.variables |= dict(word.split("=", 1) for word in shlex.split(self.here(step.rest)))
            elif step.word == "RUN" and "useradd" not in step.rest:
                self.shell(step.rest, Path("/"), as_user=True)

    def make_user_folders(self) -> None:
        """Create the folders that the user owns, as `useradd` and `mkdir` do in the image."""
        for name in ("data", "home", "home/cache", "tmp"):
            (self.folder / name).mkdir(exist_ok=True)
            if _is_root():
                os.chown(self.folder / name, USER, USER)
        self.folder.chmod(0o755)

    def make_read_only(self) -> None:
        """Leave only the volumes and /tmp writable, as compose.yaml does."""
        (self.folder / "home").chmod(0o555)
        if not _is_root():
            run(["chmod", "-R", "a-w", str(self.local)], self.folder)

    def environment(self) -> dict[str, str]:
        """Return the variables of a process in the container."""
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
        path = f"{self.local / 'bin'}:/usr/local/bin:/usr/bin:/bin"
        places = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"), "PATH": path}
        return {**kept, **places, "LANG": "C.UTF-8", **self.variables}

    def shell(self, command: str, folder: Path, *, as_user: bool = False) -> None:
        """Run a command of the Dockerfile; the first steps run as root in Docker, and as anyone here."""
        say(f"RUN {command}")
        words = ["sh", "-euc", self.here(command)]
        environment = self.environment() if as_user else {**self.environment(), "HOME": os.environ["HOME"]}
        run([*(_as_user() if as_user else ()), *words], folder, environment)

    def serve(self) -> float:
        """Start the server as the image does, wait until it is healthy, stop it, and return the seconds it took."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        (command,) = [json.loads(step.rest) for step in self.image if step.word == "CMD"]
        (health,) = [step.rest for step in self.image if step.word == "HEALTHCHECK"]
        check = json.loads(health.partition("CMD ")[2])
        check = [word.replace("8111", port) for word in check]
        environment = {**self.environment(), "BRANCHLINE_PORT": port, "BRANCHLINE_HOST": "127.0.0.1"}
        started = time.perf_counter()
        log = self.folder / "tmp" / "log"
        with log.open("w") as output:
            words = [*_as_user(), str(self.local / "bin" / command[0]), *command[1:]]
            server = subprocess.Popen(words, cwd="/", env=environment, stdout=output, stderr=output)  # noqa: S603
        try:
            self._wait_until_healthy(server, check, environment, log)
            return time.perf_counter() - started
        finally:
            server.terminate()
            if server.wait() not in (0, -15):
                raise ContainerError(f"The server ended with {server.returncode}:\n{log.read_text()[-3000:]}")

    def _wait_until_healthy(
        self, server: subprocess.Popen[bytes], check: list[str], environment: dict[str, str], log: Path
    ) -> None:
        words = [*_as_user(), str(self.local / "bin" / check[0]), *check[1:]]
        end = time.monotonic() + READY_SECONDS
        while subprocess.run(words, cwd="/", env=environment, capture_output=True, check=False).returncode:  # noqa: S603
            if server.poll() is not None or time.monotonic() > end:
                raise ContainerError(f"The server is not healthy:\n{log.read_text()[-3000:]}")
            time.sleep(0.2)


def _is_root() -> bool:
    return os.getuid() == 0


def _as_user() -> list[str]:
    """Return the words before a command that make it run as the ordinary user, if this is root."""
    if not _is_root():
        return []
    return [
        *("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"),
        # Python itself may be installed in root's home: reading is allowed everywhere, writing is not.
        *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--bounding-set=-all,+dac_read_search"),
    ]


def run(words: list[str], folder: Path, environment: dict[str, str] | None = None) -> None:
    """Run a command; its failure is that of the container."""
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ContainerError(f"`{' '.join(words)}` failed:\n{(done.stdout + done.stderr)[-3000:]}")


def say(text: str) -> None:
    """Print a line."""
    print(text, flush=True)  # noqa: T201


def try_container() -> None:
    """Build what the image contains, and start it with a read-only tree."""
    with tempfile.TemporaryDirectory() as folder:
        container = Container(Path(folder), (ROOT / "Dockerfile").read_text(encoding="utf-8"))
        container.make()
        container.make_read_only()
        try:
            say(f"healthy after {container.serve():.1f} s")
        finally:
            subprocess.run(["chmod", "-R", "u+w", folder], check=False)  # noqa: S603, S607


def main() -> None:
    """Follow the Dockerfile; the exit code is 1 if a step fails."""
    try:
        try_container()
    except ContainerError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
