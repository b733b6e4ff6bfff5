"""The doctor: each setting and where it came from, and whether store, rules, maps, page and port are well."""

from __future__ import annotations

import secrets
import socket
import time
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from branchline.boards.library import find_maps
from branchline.errors import BranchlineError
from branchline.server.settings import ABOUT, Settings, Sourced

if TYPE_CHECKING:
    from collections.abc import Callable


class Finding(Struct, frozen=True):
    """One thing that was looked at; `mend` says what to do where it is not well."""

    what: str
    state: Literal["well", "note", "ill"]
    found: str
    mend: str = ""


class Setting(Struct, frozen=True):
    """A setting, its value, and where that came from."""

    name: str
    value: Any
    source: str
    about: str


def settings_in_force(sourced: Sourced) -> list[Setting]:
    """Return each setting with its source; a password in the database's address is not shown."""
    values = {name: getattr(sourced.settings, name) for name in Settings.__struct_fields__}
    values["database"] = shown_address(sourced.settings.address)
    return [Setting(name, value, sourced.sources[name], ABOUT[name]) for name, value in values.items()]


def shown_address(address: str) -> str:
    """Return a database's address without its password."""
    from branchline.server.store.engines import parse_address

    if "://" not in address:
        return address
    url = parse_address(address)
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def examine(settings: Settings) -> list[Finding]:
    """Look at everything a server needs."""
    looks: list[Callable[[Settings], Finding]] = [_store, _rules, _maps, _page, _port]
    return [look(settings) for look in looks]


def _store(settings: Settings) -> Finding:
    from branchline.server.store.engines import open_engine, own_file
    from branchline.server.store.migrate import NEWEST, version

    what = f"database {shown_address(settings.address)}"
    lock = None
    try:
        engine = open_engine(settings.address)
        lock = own_file(engine)
        found = version(engine)
        with engine.connect() as connection, connection.begin() as writing:
            connection.execute(text("CREATE TABLE branchline_probe (number INTEGER)"))  # may this user write?
            writing.rollback()
        engine.dispose()
    except BranchlineError as error:
        state: Literal["note", "ill"] = "note" if "Another server" in str(error) else "ill"
        return Finding(what, state, str(error))
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return Finding(
            what, "ill", reason, "Check the address, that the database runs, and that this user may write to it."
        )
    finally:
        if lock is not None:
            lock.close()
    if found == NEWEST:
        return Finding(what, "well", f"answers, tables of version {found}")
    return Finding(what, "well", "answers; its tables are made or brought up to date at the next start")


def _rules(settings: Settings) -> Finding:
    del settings
    from branchline.engine.compilation import COMPILED, cache_folder
    from branchline.server.warm import is_compiled

    what = "compiled rules"
    if not COMPILED:
        return Finding(what, "note", "BRANCHLINE_JIT=0: the rules run uncompiled, slowly", "Unset BRANCHLINE_JIT.")
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        mend = "Set BRANCHLINE_CACHE to a folder that can be written, or every start compiles anew."
        return Finding(what, "ill", f"{folder} cannot be written: {error.strerror}", mend)
    ready = "ready" if is_compiled() else "not made yet: the first start takes about a minute longer"
    return Finding(what, "well", f"{ready} in {folder}")


def _maps(settings: Settings) -> Finding:
    del settings
    broken = []
    for file in find_maps():
        try:
            file.spec  # noqa: B018 (reading it is the check)
        except BranchlineError:
            broken.append(file)
    what = "maps"
    if broken:
        mend = " ".join(f"branchline map check {file.path}" for file in broken)
        return Finding(what, "note", f"{len(broken)} broken and left out", f"Run {mend}")
    return Finding(what, "well", f"{len(find_maps())} read")


def _page(settings: Settings) -> Finding:
    del settings
    from branchline.server.http.pages import INDEX, STATIC

    if (STATIC / INDEX).is_file():
        built = time.strftime("%Y-%m-%d %H:%M", time.localtime((STATIC / INDEX).stat().st_mtime))
        return Finding("web page", "well", f"built {built}")
    return Finding("web page", "note", "not built: only programs can play", "In a clone of the project: make web")


def _port(settings: Settings) -> Finding:
    what = f"port {settings.port} on {settings.host}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return Finding(what, "ill", f"{error.strerror}", "Stop what uses it, or give another with --port.")
    return Finding(what, "well", "free")
