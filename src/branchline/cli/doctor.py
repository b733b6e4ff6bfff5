"""`branchline doctor`: the settings in force, the source of each, and what is wrong with the installation."""

from __future__ import annotations

import typer

from branchline.cli.serve import Database, Host, Port, Set, SettingsFile, parse_set
from branchline.cli.support.output import Json, heading, say, say_json, table

app = typer.Typer(add_completion=False)


@app.command()
def doctor(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    settings: SettingsFile = None,
    set_: Set = None,
    json: Json = False,
) -> None:
    """Show every setting and its source, and check the database, the cache, the maps, the web page and the port."""
    from branchline.server.doctor import examine, settings_in_force
    from branchline.server.settings import load

    sourced = load({"host": host, "port": port, "database": database, **parse_set(set_)}, settings)
    in_force, findings = settings_in_force(sourced), examine(sourced.settings)
    if json:
        say_json({"settings": in_force, "findings": findings})
    else:
        say(
            table(
                ["setting", "value", "source", "meaning"], [[s.name, str(s.value), s.source, s.about] for s in in_force]
            )
        )
        say(f"\n{heading('Checks')}")
        for finding in findings:
            say(f"  {finding.status:7} {finding.name}: {finding.detail}")
            if finding.fix:
                say(f"          {finding.fix}")
    raise typer.Exit(1 if any(finding.status == "error" for finding in findings) else 0)
