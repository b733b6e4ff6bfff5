"""Find a Chromium to test with: one on this machine, else Debian's, else the one that Playwright downloads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def found() -> str | None:
    """Return the path of a Chromium on this machine; the variable CHROMIUM takes precedence."""
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None) or _fetched()


def _fetched() -> str | None:
    """Return the Chromium that Playwright has downloaded, if any."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install() -> int:
    """Install a Chromium if there is none."""
    if found():
        return 0
    print("installing Chromium for the browser tests")  # noqa: T201
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for step in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *step], check=False, **quiet)  # type: ignore[call-overload]
    if not found():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not found():
        print("No Chromium found: the browser tests cannot run. Install one, or set CHROMIUM to its path.")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(install())
