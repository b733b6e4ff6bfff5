"""Self-diagnosis: the settings in force, and whether the database, the compiled rules, the maps and the port work."""

from __future__ import annotations

import shlex
import time
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from branchline.boards.library import find_maps
from branchline.errors import BranchlineError
from branchline.server.settings import ABOUT, Settings, SettingsError, SourcedSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine


class Finding(Struct, frozen=True):
    """The result of one check; `fix` says what to do if something is wrong."""

    name: str
    status: Literal["ok", "warning", "error"]
    detail: str
    fix: str = ""


class Setting(Struct, frozen=True):
    """A setting, its value, and where the value came from."""

    name: str
    value: Any
    source: str
    about: str


def settings_in_force(sourced: SourcedSettings) -> list[Setting]:
    """Return each setting with its source; the password in the address of the database is hidden."""
    values = {name: getattr(sourced.settings, name) for name in Settings.__struct_fields__}
    values["database"] = shown_address(sourced.settings.address)
    return [Setting(name, value, sourced.sources[name], ABOUT[name]) for name, value in values.items()]


def shown_address(address: str) -> str:
    """Return the address of a database without its password."""
    from branchline.server.store.engines import parse_address

    if "://" not in address:
        return address
    url = parse_address(address)
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def examine(settings: Settings) -> list[Finding]:
    """Check everything that a server needs."""
    checks: list[Callable[[Settings], Finding]] = [
        _check_store,
        _check_rules,
        _check_maps,
        _check_page,
        _check_descriptors,
        _check_port,
    ]
    return [check(settings) for check in checks]


def _check_store(settings: Settings) -> Finding:
    from branchline.server.store.engines import InUseError, lock_file, open_engine
    from branchline.server.store.migrate import NEWEST, check_known, version

    name = f"database {shown_address(settings.address)}"
    engine = lock = None
    try:
        engine = open_engine(settings.address)
        lock = lock_file(engine)
        found = version(engine)
        check_known(found)
        damage = _damage(engine)
        if damage:
            fix = "Stop the server, and restore a backup or recover what is left with `sqlite3 FILE .recover`."
            return Finding(name, "error", f"the file is damaged: {damage}", fix)
        with engine.connect() as connection, connection.begin() as transaction:
            connection.execute(text("CREATE TABLE branchline_probe (number INTEGER)"))  # fails if it is read-only
            transaction.rollback()
    except InUseError as error:
        return Finding(name, "warning", str(error))
    except BranchlineError as error:
        return Finding(name, "error", str(error))
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        fix = "Check the address, that the database is running, and that its user may write to it."
        return Finding(name, "error", reason, fix)
    finally:
        if engine is not None:
            engine.dispose()
        if lock is not None:
            lock.close()
    if found == NEWEST:
        return Finding(name, "ok", f"can be written, schema version {found}")
    return Finding(name, "ok", "can be written; the next start creates or upgrades its tables")


def _damage(engine: Engine) -> str:
    """Return what is wrong with the pages of a SQLite file; empty if nothing is."""
    if engine.dialect.name != "sqlite":
        return ""
    with engine.connect() as connection:
        found = str(connection.execute(text("PRAGMA quick_check(1)")).scalar())
    return "" if found == "ok" else found.strip().splitlines()[-1]


def _check_descriptors(settings: Settings) -> Finding:
    del settings
    from branchline.server.http.connections import FEWEST_DESCRIPTORS, descriptor_limit

    most = descriptor_limit()
    if most is None:
        return Finding("file descriptors", "ok", "no limit known")
    if most < FEWEST_DESCRIPTORS:
        fix = f"Raise it with `ulimit -Hn {4 * FEWEST_DESCRIPTORS}`, or LimitNOFILE= in a systemd unit."
        return Finding("file descriptors", "warning", f"at most {most}: each connection needs one", fix)
    return Finding("file descriptors", "ok", f"up to {most}")


def _check_rules(settings: Settings) -> Finding:
    del settings
    from branchline.bots.warmup import USES
    from branchline.engine.kernel.compilation import COMPILED, CacheError, cache_folder, usual_cache_base

    name = "compiled rules"
    if not COMPILED:
        return Finding(name, "warning", "BRANCHLINE_JIT=0: the rules run slowly, uncompiled", "Unset BRANCHLINE_JIT.")
    fix = "Set BRANCHLINE_CACHE to a folder that can be written and is kept."
    try:
        folder = cache_folder()
    except CacheError as error:
        return Finding(name, "error", str(error), fix)
    if folder.parent != usual_cache_base():
        detail = f"{usual_cache_base()} cannot be written; compiled code is kept in {folder.parent}"
        return Finding(name, "warning", detail, fix)
    if all(part.is_compiled for part in USES):
        return Finding(name, "ok", f"cached in {folder.parent}")
    seconds = max(part.seconds for part in USES)
    return Finding(name, "ok", f"not compiled yet: the first start does it in the background, in about {seconds} s")


def _check_maps(settings: Settings) -> Finding:
    del settings
    files, broken = find_maps(), []
    for file in files:
        try:
            file.spec  # noqa: B018 (reading it is the check)
        except BranchlineError:
            broken.append(file)
    if broken:
        commands = " and ".join(shlex.join(["branchline", "map", "check", str(file.path)]) for file in broken)
        return Finding(
            "maps", "warning", f"{len(broken)} of {len(files)} are broken and not offered", f"Run {commands}"
        )
    return Finding("maps", "ok", f"{len(files)} maps")


def _check_page(settings: Settings) -> Finding:
    del settings
    from branchline.server.http.pages import INDEX, STATIC

    if (STATIC / INDEX).is_file():
        built = time.strftime("%Y-%m-%d %H:%M", time.localtime((STATIC / INDEX).stat().st_mtime))
        return Finding("web page", "ok", f"built {built}")
    return Finding(
        "web page", "warning", "not built: only programs can play", "In a clone of the project, run make web."
    )


def _check_port(settings: Settings) -> Finding:
    from branchline.server.http.listener import listen

    name = f"port {settings.port} on {settings.host}"
    try:
        listen(settings).close()
    except SettingsError as error:
        return Finding(name, "error", str(error))
    return Finding(name, "ok", "free")
