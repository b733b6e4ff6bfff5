"""The settings of a server, from flags, the environment, a file or the defaults, and the source of each."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta

from branchline.errors import BranchlineError
from branchline.names import did_you_mean

PREFIX = "BRANCHLINE_"
FILE = "branchline-server.toml"


class SettingsError(BranchlineError, ValueError):
    """A setting that cannot be used; the message names it, its source and what was expected."""

    exit_code = 2


def data_folder() -> Path:
    """Return the folder in which a server stores its data."""
    return platformdirs.user_data_path("branchline", appauthor=False)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8111
    database: str = ""
    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Branchline"
    origin: str = ""
    hosts: str = ""
    behind_proxy: bool = False
    metrics_token: str = ""
    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    bot_seconds: Annotated[float, Meta(ge=0.05, le=60)] = 2.0
    bot_pause: Annotated[float, Meta(ge=0, le=10)] = 0.7
    bot_threads: Annotated[int, Meta(ge=1, le=64)] = 2
    limits: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    rooms: Annotated[int, Meta(ge=1, le=1_000_000)] = 20_000
    map_days: Annotated[int, Meta(ge=0, le=36_500)] = 90
    log: Literal["auto", "json", "text"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def address(self) -> str:
        """The address of the database; by default a file in the user's data folder."""
        return self.database or str(data_folder() / "games.db")


ABOUT = {
    "host": "address to listen on; 0.0.0.0 for all networks",
    "port": "port to listen on; 0 takes a free one",
    "database": "a file, or postgresql://user@host/name",
    "name": "name of the site, shown on its pages",
    "origin": "public URL of the site behind a proxy, as in https://games.example; if it is https, cookies are Secure",
    "hosts": "more names that the server goes by, separated by commas; addresses and localhost always work, * is any",
    "metrics_token": "secret that /metrics asks for as a bearer token; without one, only this machine may read it",
    "behind_proxy": "trust the X-Forwarded-For and X-Forwarded-Proto headers of a proxy",
    "processes": "number of processes that share the port; more than one needs PostgreSQL",
    "bot_seconds": "most seconds that a bot may take for a move",
    "bot_pause": "seconds that a bot waits before its move, so that people can follow",
    "bot_threads": "number of bots that may compute their moves at the same time",
    "limits": "factor for the rate limits: 2 doubles them, 0 switches them off",
    "rooms": "most games kept in memory",
    "map_days": "days before an uploaded map that no game needs and nobody looks at is deleted; 0 keeps all",
    "log": "format of the log: json, text, or auto (text on a terminal)",
    "log_level": "lowest level that is logged",
}
"""A description of each setting."""


class SourcedSettings(msgspec.Struct, frozen=True):
    """Settings, and the source of each value."""

    settings: Settings
    sources: dict[str, str]


def load(flags: dict[str, Any], file: Path | None = None) -> SourcedSettings:
    """Return the settings: flags take precedence over the environment, the environment over the file."""
    path = file or Path(FILE)
    values: dict[str, Any] = {}
    sources = dict.fromkeys(Settings.__struct_fields__, "default")
    for name, value in _from_file(path, required=file is not None).items():
        values[name], sources[name] = value, str(path)
    for name in Settings.__struct_fields__:
        variable = PREFIX + name.upper()
        if variable in os.environ:
            values[name], sources[name] = os.environ[variable], variable
    for name, value in flags.items():
        if value is not None:
            values[name], sources[name] = value, f"--{name.replace('_', '-')}"
    return SourcedSettings(_convert(values, sources), sources)


def _from_file(path: Path, *, required: bool) -> dict[str, Any]:
    if not required and not path.exists():
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise SettingsError(f"The settings file {path} is not TOML: {error}.") from None
    for name in values:
        if name not in Settings.__struct_fields__:
            hint = did_you_mean(name, Settings.__struct_fields__)
            raise SettingsError(f'{path}: there is no setting "{name}". {hint}'.rstrip())
    return values


def _convert(values: dict[str, Any], sources: dict[str, str]) -> Settings:
    hints = get_type_hints(Settings, include_extras=True)
    for name, value in values.items():
        try:
            values[name] = msgspec.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{name} = {value!r} (from {sources[name]}) cannot be used: {error}.") from None
    return Settings(**values)
