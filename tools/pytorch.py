"""A CPU build of PyTorch, for the learning example and its test: by the plain name Linux gets gigabytes of CUDA."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

VERSION = "2.13.0"
WAYS = (
    (f"torch=={VERSION}+cpu",),  # by its full name, from wheels that lie here or an index that has it
    (f"torch=={VERSION}", "--torch-backend", "cpu"),  # from PyTorch's own index
)
PLAIN = (f"torch=={VERSION}",)  # beyond Linux there is no other build than that for CPUs


def installed() -> bool:
    """Tell whether there is a PyTorch already."""
    return importlib.util.find_spec("torch") is not None


def install() -> bool:
    """Get PyTorch by the first way that works, and tell whether one did."""
    places = os.environ.get("UV_FIND_LINKS") or os.environ.get("PIP_FIND_LINKS", "")
    environment = {**os.environ, "UV_FIND_LINKS": ",".join(places.replace(",", " ").split()), "UV_HTTP_RETRIES": "0"}
    for way in WAYS if sys.platform == "linux" else (PLAIN,):
        command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--python", sys.executable, *way]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603 (our own words)
        if done.returncode == 0:
            return True
    return False


def main() -> int:
    """Install it where it can be had; without it all else works, so that only `--needed` makes that an error."""
    if installed() or install():
        return 0
    sys.stderr.write(
        f"No CPU build of PyTorch {VERSION} can be had here, so that the learning example cannot run and its test is "
        f"skipped. Install one yourself: {Path(sys.executable)} -m pip install torch=={VERSION}\n"
    )
    return 1 if "--needed" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
