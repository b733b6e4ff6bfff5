"""`branchline map`: list, show, check, create and draw maps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.boards.library import (
    FOLDERS,
    ORIGINS,
    BrokenMapError,
    MapFile,
    UnreadableMapError,
    find_map,
    find_maps,
    folders,
    load_map,
)
from branchline.cli.support.completion import map_names
from branchline.cli.support.groups import Group
from branchline.cli.support.output import Json, command_line, heading, say, say_json, table
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from branchline.boards.format.check import Report
    from branchline.boards.format.schema import Map

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)

Which = Annotated[
    str, typer.Argument(metavar="MAP", autocompletion=map_names, help="A map's name, or the path of its file.")
]


@app.callback()
def _map() -> None:
    """List, show, check, create and draw maps."""


# ---- list --------------------------------------------------------------------------------------


@app.command("list")
def list_maps(json: Json = False) -> None:
    """List every map: the built-in ones and your own."""
    entries = [_entry(map_) for map_ in find_maps()]
    if json:
        say_json(entries)
        return
    columns = ["name", "map", "players", "cities", "routes", "tickets", ""]
    say(table(columns, [_row(entry) for entry in entries]))
    if all(map_.built_in for map_ in find_maps()):
        say(f"\nYour own maps are read from {folders()[0]} and from the folders in {FOLDERS}.")


def _entry(map_: MapFile) -> dict[str, Any]:
    """Return the entry of a map in a list; a broken map has only its name and path."""
    head = {"name": map_.name, "path": str(map_.path)}
    try:
        # Built-in maps need no check; reading them without the schema keeps the list fast.
        data = map_.data if map_.built_in else _plain(map_.spec)
    except (BrokenMapError, UnreadableMapError):
        return {**head, "broken": True}
    return {
        **head,
        "title": data["about"]["name"],
        "origin": data["about"].get("origin", "yours"),
        "players": [data["players"]["least"], data["players"]["most"]],
        "cities": len(data["cities"]),
        "routes": len(data["routes"]["tracks"]),
        "tickets": len(data["tickets"]["cards"]),
    }


def _plain(spec: Map) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(spec)
    return plain


def _row(entry: dict[str, Any]) -> list[object]:
    if entry.get("broken"):
        return [entry["name"], "", "", "", "", "", f"broken: {command_line('map', 'check', entry['path'])}"]
    least, most = entry["players"]
    counts = [entry["cities"], entry["routes"], entry["tickets"]]
    return [entry["name"], entry["title"], f"{least}–{most}", *counts, ORIGINS.get(entry["origin"], "")]


# ---- show --------------------------------------------------------------------------------------


@app.command()
def show(which: Which, json: Json = False) -> None:
    """Describe a map: its counts, routes, tickets and rules."""
    from branchline.boards.summary import Summary

    map_ = load_map(which)
    summary = Summary.of(map_.name, map_.spec)
    if json:
        say_json(summary)
        return
    remark = ORIGINS.get(summary.origin)
    say(heading(summary.title) + (f" ({remark})" if remark else ""))
    say(summary.about)
    if summary.note:
        say(summary.note)
    say(f"\n{summary.counts()}\n")
    lengths = sorted({length for row in summary.routes_by_color.values() for length in row})
    say(table(["routes", *map(str, lengths), "spaces"], summary.route_rows(lengths)))
    say(f"\n{heading('Rules')}")
    for rule in summary.rules:
        say(f"  {rule}")
    say(f"\n{heading('Tickets')}")
    for a, b, points in summary.tickets:
        say(f"  {points:>3}  {a}–{b}")


# ---- check -------------------------------------------------------------------------------------


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", autocompletion=map_names, help="Map files, or names of maps.")
    ],
    json: Json = False,
) -> None:
    """Check map files. Exit codes: 0 without errors, 1 with errors, 2 for a file that cannot be read."""
    found = [(file, *_examine(file)) for file in files]
    if json:
        say_json([_report(file, report, code) for file, report, code in found])
    else:
        for file, report, _ in found:
            say(_verdict(file, report))
    raise typer.Exit(max(code for _, _, code in found))


def _examine(file: str) -> tuple[Report | str, int]:
    """Return the report on a file, or the reason why it cannot be read, and the exit code."""
    from branchline.boards.drawable import check_drawing
    from branchline.boards.format.check import check as check_text

    try:
        text = find_map(file).text
        report = check_drawing(check_text(text), text)
    except (UnreadableMapError, UnknownNameError) as error:
        return str(error), 2
    return report, 1 if report.errors else 0


def _report(file: str, report: Report | str, code: int) -> dict[str, object]:
    if isinstance(report, str):
        return {"file": file, "ok": False, "exit": code, "unreadable": report, "problems": []}
    return {"file": file, "ok": not code, "exit": code, "problems": report.problems}


def _verdict(file: str, report: Report | str) -> str:
    if isinstance(report, str):
        return f"{file}: {report}"
    counts = [_count(len(report.errors), "error"), _count(len(report.warnings), "warning")]
    found = ", ".join(count for count in counts if count)
    return "\n".join(part for part in (report.text(file), f"{file}: {found or 'ok'}") if part)


def _count(number: int, what: str) -> str:
    return "" if not number else f"{number} {what}{'s' if number > 1 else ''}"


# ---- new ---------------------------------------------------------------------------------------


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the map and of its file.")],
    json: Json = False,
) -> None:
    """Create a map: a small commented file to turn into your own."""
    from branchline.boards.format.starter import write_starter

    path = write_starter(Path(name))
    if json:
        say_json({"path": str(path)})
        return
    say(f"Wrote {path}: nine cities, ready to play. Change it, then run:")
    say(f"  {command_line('map', 'check', path)}")
    say(f"  {command_line('map', 'show', path)}")


# ---- draw --------------------------------------------------------------------------------------


@app.command()
def draw(  # noqa: PLR0917 (typer passes options by name)
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="[MAP]", autocompletion=map_names, help="A map's name or file.", show_default="the map of --game"
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="An .svg, .png or .json file.", show_default="MAP.svg"),
    ] = None,
    game: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the position of this saved game.")] = None,
    player: Annotated[int | None, typer.Option(metavar="N", help="Show the tickets of player N of the game.")] = None,
    width: Annotated[int, typer.Option(min=64, max=8000, help="The width of a PNG in pixels.")] = 1600,
    from_scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Lay the board out without its last layout.")
    ] = False,
    theme: Annotated[str | None, typer.Option(metavar="PRESET", help="Draw the board in this preset.")] = None,
    themes: Annotated[bool, typer.Option("--themes", help="Draw the board in every preset, on one sheet.")] = False,
    score_track: Annotated[bool, typer.Option("--score-track", help="Draw a score track around the board.")] = False,
    json: Json = False,
) -> None:
    """Draw the board of a map, or a position on it."""
    from branchline.cli.support.draw import Wanted
    from branchline.cli.support.draw import draw as draw_board

    wanted = Wanted(game, player, width, theme, score_track, from_scratch, themes)
    drawn = draw_board(which, output, wanted)
    if json:
        say_json(drawn._asdict())
        return
    say(f"Wrote {drawn.file} ({drawn.bytes // 1000} kB).")
    if drawn.overlaps:
        say(f"{drawn.overlaps} overlaps remain: try `at`, `bend` or fewer routes (docs/map-format.md).")
