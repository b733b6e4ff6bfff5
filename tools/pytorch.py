"""Install a CPU build of PyTorch for the training example: on Linux the default build includes gigabytes of CUDA."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

VERSION = "2.13.0"
SOURCES = (
    (f"torch=={VERSION}+cpu",),  # local wheels, or an index that has the CPU build under its full name
    (f"torch=={VERSION}", "--torch-backend", "cpu"),  # PyTorch's own index
)
DEFAULT = (f"torch=={VERSION}",)  # on other systems the default build is for CPUs


def installed() -> bool:
    """Return whether PyTorch is installed."""
    return importlib.util.find_spec("torch") is not None


def install() -> bool:
    """Install PyTorch from the first source that works, and return whether one did."""
    places = os.environ.get("UV_FIND_LINKS") or os.environ.get("PIP_FIND_LINKS", "")
    environment = {**os.environ, "UV_FIND_LINKS": ",".join(places.replace(",", " ").split()), "UV_HTTP_RETRIES": "0"}
    for source in SOURCES if sys.platform == "linux" else (DEFAULT,):
        command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--python", sys.executable, *source]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603 (our own arguments)
        if done.returncode == 0:
            return True
    return False


def main() -> int:
    """Install PyTorch if possible; everything else works without it, so a failure is an error only with `--needed`."""
    if installed() or install():
        return 0
    sys.stderr.write(
        f"No CPU build of PyTorch {VERSION} could be installed: the training example cannot run and its test is "
        f"skipped. To install it yourself: {Path(sys.executable)} -m pip install torch=={VERSION}\n"
    )
    return 1 if "--needed" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
