"""What a server answers about the games it keeps: the same questions for the old version and for this one."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.server.people import Guest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Json: TypeAlias = Any
COOKIE = "branchline"
STRANGER = "a stranger"
LISTS = ("open", "running", "finished", "mine")
VIEWERS = ("all", "none", "0")
"""Whose view of a replay is asked for: everyone's, a spectator's, the first seat's."""
PROSE = ("say", "message")
"""Fields with sentences for people. They may be reworded, so they are neither kept nor compared."""


@asynccontextmanager
async def guest(address: str, cookie: str | None) -> AsyncIterator[Guest]:
    """Return somebody who already has a cookie; with `None`, a stranger."""
    async with Guest(address) as person:
        if cookie is not None:
            person.http.cookies.set(COOKIE, cookie)
        yield person


async def collect(address: str, site: Json, viewer: str = "viewer") -> dict[str, Json]:
    """Ask a server for all that each guest of a site may know; the keys say who asked for what.

    A game without people is not asked for: something happens in it as soon as a server starts. `viewer` is the name of
    the parameter that says whose view of a replay is asked for.
    """
    answers: dict[str, Json] = {}
    games = [game for game in site["games"].values() if game["people"]]
    people = dict.fromkeys(name for game in games for name in game["people"])
    for name in (*people, STRANGER):
        known = [game for game in games if name in (*game["people"], STRANGER)]
        async with guest(address, site["guests"].get(name)) as person:
            for path in _paths(name, known, viewer):
                answers[f"{name}: {path}"] = without_prose(await _answer(person, path))
            for game in known:
                answers[f"{name}: socket of {game['id']}"] = without_prose(await _welcome(person, game["id"]))
    return answers


def _paths(name: str, games: list[Json], viewer: str) -> list[str]:
    """Return what somebody asks for; a stranger has a new name each time."""
    paths = [f"/api/games?show={show}" for show in LISTS]
    if name != STRANGER:
        paths.append("/api/me")
    for game in games:
        path = f"/api/games/{game['id']}"
        paths += [f"{path}?seat={seat}" for seat in ("none", *range(game["players"]))]
        if name == game["people"][0] and game.get("replayed"):
            paths += [f"{path}/download", *(f"{path}/replay?{viewer}={seat}" for seat in VIEWERS)]
    return paths


async def _answer(person: Guest, path: str) -> Json:
    answer = await person.http.get(path)
    if answer.headers["content-type"].startswith("application/json"):
        return {"status": answer.status_code, "body": answer.json()}
    return {"status": answer.status_code, "body": answer.text}


async def _welcome(person: Guest, game: str) -> Json:
    """Return the log and the chat that a socket is welcomed with, or the refusal; the state is asked for by path."""
    player = await person.open(game)
    await player.close()
    message = json.loads(player.received[0])
    return {name: message[name] for name in ("t", "seq", "log", "chat", "code") if name in message}


def without_prose(value: Json) -> Json:
    """Return an answer without sentences for people."""
    if isinstance(value, dict):
        return {key: without_prose(part) for key, part in value.items() if key not in PROSE}
    return [without_prose(part) for part in value] if isinstance(value, list) else value
