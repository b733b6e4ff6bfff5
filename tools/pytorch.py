"""Install what the training examples need: Stable-Baselines3, and a CPU build of PyTorch.

On Linux the default build of PyTorch includes gigabytes of CUDA, so neither it nor what depends on it is in the lock.
"""

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
MASKED_PPO = "sb3-contrib==2.9.2"  # and Stable-Baselines3 of the same version
DEFAULT = (f"torch=={VERSION}",)  # on other systems the default build is for CPUs


def installed(module: str) -> bool:
    """Return whether a package is installed."""
    return importlib.util.find_spec(module) is not None


def install(*sources: tuple[str, ...]) -> bool:
    """Install a package from the first source that works, and return whether one did."""
    places = os.environ.get("UV_FIND_LINKS") or os.environ.get("PIP_FIND_LINKS", "")
    environment = {**os.environ, "UV_FIND_LINKS": ",".join(places.replace(",", " ").split()), "UV_HTTP_RETRIES": "0"}
    for source in sources:
        command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--python", sys.executable, *source]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603 (our own arguments)
        if done.returncode == 0:
            return True
    return False


def main() -> int:
    """Install both if possible; everything else works without them, so a failure is an error only with `--needed`."""
    is_complete = installed("torch") or install(*(SOURCES if sys.platform == "linux" else (DEFAULT,)))
    if is_complete and (installed("sb3_contrib") or install((MASKED_PPO,))):
        return 0
    missing = MASKED_PPO if is_complete else f"torch=={VERSION}"
    sys.stderr.write(
        f"{missing} could not be installed: the training examples cannot run and their tests are skipped. "
        f"To install it yourself: {Path(sys.executable)} -m pip install {missing}\n"
    )
    return 1 if "--needed" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
