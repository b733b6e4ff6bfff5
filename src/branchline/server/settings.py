"""The settings of a server: by flag, by environment, by file, or as they come; each knows where it came from."""

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
    """A setting that cannot be used: which, from where, and what was expected."""

    exit_code = 2


def data_folder() -> Path:
    """Return the folder for what a server keeps."""
    return platformdirs.user_data_path("branchline", appauthor=False)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8111
    database: str = ""
    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Branchline"
    origin: str = ""
    behind_proxy: bool = False
    bot_seconds: Annotated[float, Meta(ge=0.05, le=60)] = 2.0
    bot_pause: Annotated[float, Meta(ge=0, le=10)] = 0.7
    bot_threads: Annotated[int, Meta(ge=1, le=64)] = 2
    limits: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    rooms: Annotated[int, Meta(ge=1, le=1_000_000)] = 20_000
    log: Literal["auto", "json", "text"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def address(self) -> str:
        """The database's address; without one, a file in the user's data folder."""
        return self.database or str(data_folder() / "games.db")


ABOUT = {
    "host": "address to listen on; 0.0.0.0 for every network",
    "port": "port to listen on; 0 takes a free one",
    "database": "a file, or postgresql://user@host/name",
    "name": "name of the site, on its pages",
    "origin": "public address of the site behind a proxy, as https://games.example; its cookies are then Secure",
    "behind_proxy": "trust X-Forwarded-For and X-Forwarded-Proto of the proxy in front",
    "bot_seconds": "most seconds a bot may think",
    "bot_pause": "seconds a bot waits before it moves, so that people can follow",
    "bot_threads": "bots that may think at the same time",
    "limits": "how generous the rate limits are: 2 is twice as generous, 0 is no limits",
    "rooms": "most games held in memory",
    "log": "form of the log: json, text, or auto (text on a terminal)",
    "log_level": "least level that is logged",
}
"""What each setting is for, in words."""


class Sourced(msgspec.Struct, frozen=True):
    """Settings, and where each value came from."""

    settings: Settings
    sources: dict[str, str]


def load(flags: dict[str, Any], file: Path | None = None) -> Sourced:
    """Return the settings: a flag wins over the environment, the environment over the file."""
    values: dict[str, Any] = {}
    sources = dict.fromkeys(Settings.__struct_fields__, "default")
    for given, source in ((_of_file(file)), (_of_environment(), None), (flags, None)):
        for name, value in given.items():
            if value is None:
                continue
            values[name] = value
            sources[name] = source or (
                f"{PREFIX}{name.upper()}" if given is not flags else f"--{name.replace('_', '-')}"
            )
    return Sourced(_convert(values, sources), sources)


def _of_file(file: Path | None) -> tuple[dict[str, Any], str]:
    path = file or Path(FILE)
    if file is None and not path.exists():
        return {}, ""
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
    return values, str(path)


def _of_environment() -> dict[str, str]:
    names = {name: os.environ.get(PREFIX + name.upper()) for name in Settings.__struct_fields__}
    return {name: value for name, value in names.items() if value is not None}


def _convert(values: dict[str, Any], sources: dict[str, str]) -> Settings:
    hints = get_type_hints(Settings, include_extras=True)
    for name, value in values.items():
        try:
            values[name] = msgspec.convert(value, hints[name], strict=False)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{name} = {value!r} (from {sources[name]}) cannot be used: {error}.") from None
    return Settings(**values)
