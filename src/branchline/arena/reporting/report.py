"""The report of a match: one HTML page that needs no network. An earlier one can be read to compare two runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from branchline.arena.reporting.export import ExportError
from branchline.arena.reporting.heat import board_svg, heats
from branchline.arena.reporting.page import DATA_END, DATA_START, page
from branchline.arena.reporting.report_data import ReportData, Run, run_of
from branchline.arena.results import Results
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from os import PathLike


class ReportError(BranchlineError):
    """A report that cannot be made or read."""


def check_report_path(path: Path) -> None:
    """Refuse a path that a report cannot be written to, before anything is played."""
    if path.is_dir():
        reason = "Is a directory"
    elif not path.parent.is_dir():
        reason = "No such directory"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        reason = "Permission denied"
    else:
        return
    raise ExportError(f"The report cannot be written to {path}: {reason}.")


def write_report(results: Results, path: Path, compare: Results | str | PathLike[str] | None = None) -> None:
    """Write the page to a file."""
    text = report(results, compare)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ExportError(f"The report cannot be written to {path}: {error.strerror or error}.") from None


def report(results: Results, compare: Results | str | PathLike[str] | None = None) -> str:
    """Return the page as HTML; another run, or the report of an earlier one, is shown beside this one."""
    if not isinstance(results, Results):
        raise ReportError(f"A report shows the results that `simulate` returns, not {results!r}.")
    run = run_of(results)
    other = _other(compare)
    colors = heats(run, other)
    return page(ReportData(run, colors, other), board_svg(results.match.map_text, colors[0]))


def _other(compare: Results | str | PathLike[str] | None) -> Run | None:
    if compare is None:
        return None
    if isinstance(compare, Results):
        return run_of(compare, "the other run")
    if not isinstance(compare, str | os.PathLike):
        raise ReportError(f"Compare with the results of `simulate` or the path of a report, not with {compare!r}.")
    return read_run(Path(compare))


def read_run(path: Path) -> Run:
    """Return the run that an earlier report shows; every report contains its data."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReportError(f"The report {path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    _, start, rest = text.partition(DATA_START)
    data, end, _ = rest.partition(DATA_END)
    if not start or not end:
        raise ReportError(f"{path} is not a report of this version: name a file that `simulate --report` has written.")
    try:
        run = msgspec.json.decode(data, type=ReportData).run
    except msgspec.MsgspecError as error:
        raise ReportError(f"{path} is not a report of this version: {error}.") from None
    return msgspec.structs.replace(run, label=path.name)
