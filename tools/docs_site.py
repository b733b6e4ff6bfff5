"""Build the documentation site: gather its pages, generate the reference, and build HTML with Zensical."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from tools import notebooks
from tools.rule_pictures import scenes

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "src" / "branchline" / "server" / "documentation"
PAGES = ROOT / "build" / "site" / "pages"
"""Where all pages are gathered."""
OUTSIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "SECURITY.md": "project/security.md",
    "benchmarks/results.md": "benchmarks/results.md",
}
"""Pages outside docs/, and their place on the site."""
UNLISTED = {"README.md"}
"""Those of them that the site has a page of its own for."""
SCHEMAS = """# Schemas

Formats for programs and editors, each as JSON Schema:

| file | of what |
|---|---|
| [map.schema.json](map.schema.json) | a [map file](../map-format.md) |
| [openapi.json](openapi.json) | the [HTTP](http.md) API (OpenAPI) |
| [asyncapi.json](asyncapi.json) | the [socket](socket.md) of a game (AsyncAPI) |
| [conformance.schema.json](conformance.schema.json) | a line of the [conformance kit](conformance.md) |

An editor with support for TOML completes and checks a map file whose first line names the schema, such as
`#:schema http://127.0.0.1:8111/docs/reference/map.schema.json` while a server runs. `branchline map check` checks more:
what a schema cannot say, such as that a ticket names a city.
"""
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
PERCENT = re.compile(r"(?<=\d) %")
"""A number and its sign stay on one line."""
FENCE = re.compile(r"^(```.*?^```)", re.DOTALL | re.MULTILINE)

API = {
    "Games": ["new_game", "Game", "View"],
    "Actions": ["Action", "Keep", "Draw", "DrawBlind", "TakeTickets", "Claim", "Buy", "Pass"],
    "Maps and boards": ["load_map", "MapFile", "Board"],
    "Bots": ["bot", "Bot", "Clock", "explain", "Analysis"],
    "Reviews": ["review", "Review", "judge", "Judgement"],
    "Simulations and tournaments": ["simulate", "Results", "tournament", "Standings", "Rows", "write_report"],
    "Errors": ["BranchlineError", "IllegalAction", "MalformedAction", "StaleAction"],
}
"""The public names of the package by chapter; a test checks that none is missing."""
BASES = {"Games": ["branchline.engine.table.Table", "branchline.engine.table.Legal", "branchline.engine.result.Result"]}
"""More classes of a chapter: what public names inherit from or return."""


def main(pages: Path = PAGES, site: Path = SITE) -> None:
    """Gather the pages and build the site; fail on any warning, such as a broken link."""
    Gathering(pages).gather()
    shutil.rmtree(site, ignore_errors=True)
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    made = pages.parent / "site"
    for key, folder in {"docs_dir": pages.name, "site_dir": made.name}.items():
        settings = re.sub(rf"^{key}: .*$", f"{key}: {folder}", settings, flags=re.MULTILINE)
    file = pages.parent / "mkdocs.yml"
    file.write_text(settings.replace("paths: [src]", f"paths: [{ROOT / 'src'}]"), encoding="utf-8")
    for earlier in (made, pages.parent / ".cache"):  # Zensical cannot always use them again
        shutil.rmtree(earlier, ignore_errors=True)
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{done.stdout[-6000:]}\n{done.stderr[-600:]}\nThe site was not built.")
    made.replace(site)


class Gathering:
    """Gathers all pages in a new folder, with links that lead to their places on the site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def gather(self) -> None:
        """Copy or generate every page."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for file in sorted(path for path in DOCS.rglob("*") if path.is_file()):
            self._add(file, file.relative_to(DOCS).as_posix())
        for name, place in OUTSIDE.items():
            if name not in UNLISTED and (ROOT / name).exists():
                self._add(ROOT / name, place)
        scenes.write(self.folder / "pictures" / "rules")
        for file in notebooks.notebooks():
            self._write(notebooks.place(file), notebooks.page(file, self.folder / "notebooks" / "pictures"))
        self._write("reference/python.md", python_page())
        self._write("reference/cli.md", cli_page())
        self._write("reference/http.md", http_page())
        self._write("reference/socket.md", socket_page())
        self._write("reference/schemas.md", SCHEMAS)
        self._write("reference/map.schema.json", _json(map_schema()))
        self._write("reference/conformance.schema.json", _json(_conformance_schema()))
        self._write("reference/openapi.json", _json(_openapi()))
        self._write("reference/asyncapi.json", _json(_asyncapi()))

    def _add(self, file: Path, place: str) -> None:
        if file.suffix == ".md":
            self._write(place, self.with_links(file.read_text(encoding="utf-8"), file, place))
        else:
            (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, self.folder / place)

    def _write(self, place: str, text: str) -> None:
        (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / place).write_text(text, encoding="utf-8")

    def with_links(self, text: str, source: Path, place: str) -> str:
        """Return a page whose links between files of the repository lead to their places on the site."""

        def relink(link: re.Match[str]) -> str:
            before, target, after = link.groups()
            if "://" in target or target.startswith("mailto:"):
                return link[0]
            return f"{before}{os.path.relpath(self.place_of(source, target), Path(place).parent)}{after}"

        parts = FENCE.split(text)
        return "".join(
            part if part.startswith("```") else PERCENT.sub("\u00a0%", LINK.sub(relink, part)) for part in parts
        )

    def place_of(self, source: Path, target: str) -> str:
        """Return the place on the site of the file that a link leads to; copy a file that is not a page there."""
        file = (source.parent / target).resolve()
        if file.is_relative_to(DOCS):
            inside = file.relative_to(DOCS).as_posix()
            return f"{inside}/README.md" if file.is_dir() else inside
        name = file.relative_to(ROOT).as_posix()
        if name in OUTSIDE:
            return OUTSIDE[name]
        if file in notebooks.notebooks():
            return notebooks.place(file)
        place = f"files/{name}.txt"  # which browsers show
        if file.is_file():
            self._add(file, place)
        return place


# ---- the reference -----------------------------------------------------------------------------


def python_page() -> str:
    """Return the page of the Python API, which mkdocstrings fills from docstrings."""
    import branchline as bl

    parts = ["# Python", "Everything here is imported from `branchline`: `import branchline as bl`."]
    for chapter, names in API.items():
        parts.append(f"## {chapter}")
        places = [f"{bl._MODULES[name]}.{name}" for name in names] + BASES.get(chapter, [])  # noqa: SLF001
        parts += [f"::: {place}\n    options:\n      heading_level: 3" for place in places]
    return "\n\n".join(parts) + "\n"


def cli_page() -> str:
    """Return the page of the command line, from the commands themselves."""
    from branchline.cli._verbs import VERBS, command

    root = command()
    parts = [
        "# Command line",
        (
            "`branchline` alone starts a server and opens the browser. Every command has `--json` for programs: "
            'results go to standard output, an error to standard error as `{"error": …, "exit": …}`. `-h` shows the '
            "help of any command; `branchline --install-completion` teaches your shell the names of commands, maps "
            "and bots."
        ),
        (
            "| exit code | meaning |\n|---|---|\n| 0 | everything worked |\n| 1 | it did not; the message says why |\n"
            "| 2 | the command line, or a file named in it, was not understood |\n| 130 | stopped by Ctrl-C |"
        ),
    ]
    for verb in VERBS:
        parts += _command_parts(root.get_command(None, verb), f"branchline {verb}", 2)
    return "\n\n".join(parts) + "\n"


def _command_parts(command: Any, path: str, level: int) -> list[str]:  # noqa: ANN401 (typer's classes are private)
    parts = [f"{'#' * level} {path}", (command.help or "").strip()]
    rows = [_option_row(parameter) for parameter in command.params if parameter.name != "help"]
    if rows:
        parts.append("\n".join(["| option | default | |", "|---|---|---|", *rows]))
    for name, inner in getattr(command, "commands", {}).items():
        parts += _command_parts(inner, f"{path} {name}", level + 1)
    return parts


def _option_row(parameter: Any) -> str:  # noqa: ANN401
    if parameter.param_type_name == "argument":
        name, about = f"`{parameter.metavar or parameter.name.upper()}`", parameter.help
    else:
        value = "" if parameter.is_flag else f" {parameter.metavar or parameter.name.upper().strip('_')}"
        name, about = f"`{', '.join(sorted(parameter.opts, key=len))}{value}`", parameter.help
    described = isinstance(parameter.show_default, str)
    shown = parameter.show_default if described else parameter.default
    default = "" if shown in (None, False, "", ()) or callable(shown) else f"`{shown}`"
    return f"| {name} | {default} | {(about or '').replace('|', chr(92) + '|')} |"


def http_page() -> str:
    """Return the page of the HTTP API, from the table of endpoints."""
    rows = [
        f"| `{method.upper()}` | `{path}` | {operation['summary']} |"
        for path, operations in _openapi()["paths"].items()
        for method, operation in operations.items()
    ]
    return "\n".join(
        [
            "# HTTP",
            "",
            (
                "Every server describes its own API: `/api/docs` is a page, and `/api/openapi.json` is the same for "
                "programs. [openapi.json](openapi.json) is that of this version. Live games use a "
                "[socket](socket.md). The [wire protocol](../wire.md) explains both."
            ),
            "",
            "| method | address | |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def socket_page() -> str:
    """Return the page of the socket, from its description."""
    described = _asyncapi()
    (channel,) = described["channels"].values()
    directions = {"send": "from the server", "receive": "from a client"}
    parts = [
        "# Socket",
        (
            f"`{channel['address']}` is a WebSocket. {channel['description']} Every server describes it at "
            "`/api/asyncapi.json` in the format of AsyncAPI 3.0; [asyncapi.json](asyncapi.json) is that of this "
            "version. The [wire protocol](../wire.md) explains the messages with examples."
        ),
    ]
    for action, direction in directions.items():
        rows = [
            f"| `{name}` | {operation['summary']} | {_replies(operation)} |"
            for name, operation in described["operations"].items()
            if operation["action"] == action
        ]
        head = (
            ["| message | | replies |", "|---|---|---|"]
            if action == "receive"
            else ["| message | | |", "|---|---|---|"]
        )
        parts += [f"## Messages {direction}", "\n".join([*head, *rows])]
    parts += ["## Fields", *(_fields(name, schema) for name, schema in described["components"]["schemas"].items())]
    return "\n\n".join(parts) + "\n"


def _replies(operation: dict[str, Any]) -> str:
    messages = operation.get("reply", {}).get("messages", [])
    return ", ".join(f"`{message['$ref'].rpartition('/')[2]}`" for message in messages)


def _fields(name: str, schema: dict[str, Any]) -> str:
    """Return the fields of a type as a table."""
    about = " ".join(str(schema.get("description", "")).split())
    needed = schema.get("required", [])
    rows = [
        f"| `{field}` | {_type_name(kind)} | {'required' if field in needed else ''} |"
        for field, kind in schema.get("properties", {}).items()
    ]
    table = "\n".join(["| field | type | |", "|---|---|---|", *rows]) if rows else ""
    return f"### {name}\n\n{about}\n\n{table}"


def _type_name(schema: dict[str, Any]) -> str:
    """Return a type in a few words, with links to other types."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_type_name(kind) for kind in schema["anyOf"] if kind != {"type": "null"})
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type_name(schema.get('items', {}))}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"object of {_type_name(values)}" if isinstance(values, dict) and values else "object"
    return str(schema.get("type", "any"))


def _asyncapi() -> dict[str, Any]:
    from branchline.server.http.api.asyncapi import description

    return description()


def _openapi() -> dict[str, Any]:
    from branchline.server.http.api.openapi import description

    return description()


def map_schema() -> dict[str, Any]:
    """Return the JSON Schema of map files, for editors."""
    from branchline.boards.format.schema import Map

    return msgspec.json.schema(Map)


def _conformance_schema() -> dict[str, Any]:
    from branchline.arena.evaluation.conformance import schema

    return schema()


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


if __name__ == "__main__":
    main()
