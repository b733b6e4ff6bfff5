"""`branchline bots`: the available bots and their parameters."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from branchline.cli.support.completion import bot_names
from branchline.cli.support.groups import Group
from branchline.cli.support.output import Json, heading, say, say_json, table

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)


@app.callback()
def _bots() -> None:
    """List bots and show their parameters."""


@app.command("list")
def list_bots(json: Json = False) -> None:
    """List all available bots."""
    from branchline.bots.registry import bot_class, installed_bots

    entries = [
        {"name": name, "about": _about(bot_class(name)), "place": place} for name, place in installed_bots().items()
    ]
    if json:
        say_json(entries)
        return
    say(table(["name", "description"], [[entry["name"], entry["about"]] for entry in entries]))
    say('\nYour own bots: "path/to/file.py:Class", or "cmd:node my_bot.js" for a program that speaks JSON lines.')


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="BOT", autocompletion=bot_names, help="The name of a bot, or file.py:Class.")
    ],
    json: Json = False,
) -> None:
    """Show the description and the parameters of a bot."""
    from branchline.bots.registry import bot_class, parameters_of, split_spec

    plain = split_spec(name)[0]
    maker = bot_class(plain)
    parameters = parameters_of(maker)
    if json:
        say_json({"name": plain, "about": _about(maker), "parameters": parameters})
        return
    say(f"{heading(plain)}: {_about(maker)}")
    if not parameters:
        say("It has no parameters.")
        return
    say(f'Write parameters as "{plain}:{parameters[0].name}={parameters[0].default},…":\n')
    say(table(["parameter", "type", "default", ""], [[p.name, p.type, p.default, p.about] for p in parameters]))


def _about(maker: type) -> str:
    """Return the first sentence of a bot's description."""
    return (inspect.getdoc(maker) or "No description.").split("\n")[0]
