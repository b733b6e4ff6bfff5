"""`branchline serve`: live games for browsers and programs."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Annotated, Any

import typer

from branchline.cli.support.output import Json, say, say_json

app = typer.Typer(add_completion=False)

Host = Annotated[
    str | None, typer.Option(help="Address to listen on; 0.0.0.0 for all networks.", show_default="127.0.0.1")
]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8111")]
Database = Annotated[str | None, typer.Option(help="A file, or postgresql://user@host/name.")]
Processes = Annotated[
    int | None, typer.Option(help="Processes that share the port; PostgreSQL only.", show_default="1")
]
SettingsFile = Annotated[Path | None, typer.Option("--settings", help="A TOML file with settings.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any other setting; `branchline doctor` lists them."),
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]


@app.command()
def serve(  # noqa: PLR0917 (flags)
    host: Host = None,
    port: Port = None,
    database: Database = None,
    processes: Processes = None,
    settings: SettingsFile = None,
    set_: Set = None,
    open_: Open = False,
    json: Json = False,
) -> None:
    """Serve live games over HTTP until Ctrl-C."""
    flags = {"host": host, "port": port, "database": database, "processes": processes}
    start({**flags, **parse_set(set_)}, settings, open_browser=open_, json=json)


def parse_set(pairs: list[str] | None) -> dict[str, Any]:
    """Return the settings given with --set."""
    from branchline.names import UnknownNameError
    from branchline.server.settings import Settings

    values: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if name not in Settings.__struct_fields__ or not equals:
            raise UnknownNameError("setting", name, Settings.__struct_fields__)
        values[name] = value.strip()
    return values


def start(flags: dict[str, Any], file: Path | None = None, *, open_browser: bool, json: bool = False) -> None:
    """Serve, and open the browser if asked to."""
    from branchline.server.settings import load

    settings = load(flags, file).settings
    from branchline.engine.kernel.compilation import start_plain

    start_plain()  # nobody waits for the compiler; the server changes over when it is done
    if settings.processes > 1:
        from branchline.server.processes import check
        from branchline.server.processes import run_all as run

        check(settings)
    else:
        from branchline.server.app import run
    from branchline.server.http.listener import listen, url_of

    listener = listen(settings)
    address = url_of(listener)

    def announce() -> None:
        if json:
            say_json({"address": address})
        else:
            say(f"Branchline is running at {address} (Ctrl-C stops it; games are kept).")
        if open_browser:
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, listener, announce)  # which first reports what prevents the server from running
