"""The notebooks run from top to bottom and show pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tools import notebooks

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
PICTURES = {"image/png", "image/svg+xml"}
MAY_WARN = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
"""The client of Jupyter closes its sockets when it is collected."""


@MAY_WARN
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_and_shows_pictures(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMES", "200")
    monkeypatch.setenv("PLAYOUTS", "40")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book: Any = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [kind for cell in book.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())]
    assert PICTURES & set(shown)
    assert not any(output.get("output_type") == "error" for cell in book.cells for output in cell.get("outputs", ()))


def test_notebooks_are_stored_with_their_outputs_and_nothing_of_the_machine() -> None:
    assert len(NOTEBOOKS) == 3
    for file in NOTEBOOKS:
        book: Any = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        codes = [cell for cell in book.cells if cell.cell_type == "code"]
        assert all(cell.execution_count for cell in codes), f"run `make pictures` for {file.name}"
        assert sum(bool(cell.outputs) for cell in codes) > len(codes) / 2
        assert set(book.metadata) == {"kernelspec", "language_info"}
        assert not re.search(r"/(home|root|tmp|Users)/", file.read_text(encoding="utf-8"))


def test_a_notebook_becomes_a_page_with_its_pictures(tmp_path: Path) -> None:
    for file in NOTEBOOKS:
        text = notebooks.page(file, tmp_path / "pictures")
        pictures = re.findall(r"\]\(pictures/([^)]+)\)", text)
        assert pictures
        assert all((tmp_path / "pictures" / name).stat().st_size > 1000 for name in pictures)
