"""`branchline doctor`: what the settings are, where each came from, and what is not well."""

from __future__ import annotations

import typer

from branchline.cli._output import Json, heading, say, say_json, table
from branchline.cli.serve import Database, Host, Port, Set, SettingsFile, given

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
    """Show every setting and where it came from; test the database, the cache, the maps and the port."""
    from branchline.server.doctor import examine, settings_in_force
    from branchline.server.settings import load

    sourced = load({"host": host, "port": port, "database": database, **given(set_)}, settings)
    in_force, findings = settings_in_force(sourced), examine(sourced.settings)
    if json:
        say_json({"settings": in_force, "findings": findings})
    else:
        say(table(["setting", "value", "from", ""], [[s.name, str(s.value), s.source, s.about] for s in in_force]))
        say(f"\n{heading('What was tested')}")
        for finding in findings:
            say(f"  {finding.state:5} {finding.what}: {finding.found}")
            if finding.mend:
                say(f"        {finding.mend}")
    raise typer.Exit(1 if any(finding.state == "ill" for finding in findings) else 0)
