"""A Chromium to test with: one that is there, else Debian's, else the one Playwright fetches."""

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
    """Return the program of a Chromium on this machine; an own wish in CHROMIUM comes first."""
    wished = os.environ.get("CHROMIUM")
    return wished or next((path for name in NAMES if (path := shutil.which(name))), None) or _fetched()


def _fetched() -> str | None:
    """Return the Chromium that Playwright fetched, if it did."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def install() -> int:
    """Get a Chromium where there is none."""
    if found():
        return 0
    print("getting Chromium, for the tests of the page")  # noqa: T201
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for step in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *step], check=False, **quiet)  # type: ignore[call-overload]
    if not found():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not found():
        print("No Chromium: the page can be played, but its tests cannot run. Install one, or set CHROMIUM.")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(install())
