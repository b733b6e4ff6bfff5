"""Run the notebooks and store them with their outputs: `make pictures`. The site shows them as pages."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "notebooks"
PICTURES = {"image/svg+xml": "svg", "image/png": "png"}
"""Outputs that become files of the site, the preferred ones first, and how their names end."""
STYLE = re.compile(r"<style.*?</style>\s*|(?<=<table)[^>]*", re.DOTALL)
"""How a table looks, which is for the site to decide."""


def notebooks() -> list[Path]:
    """Return the files of all notebooks."""
    return sorted(FOLDER.glob("*.ipynb"))


def place(file: Path) -> str:
    """Return the place of a notebook's page on the site."""
    return f"notebooks/{file.stem.replace('_', '-')}.md"


def run(file: Path) -> None:
    """Run a notebook from top to bottom, and store it with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    book: Any = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    metadata = dict(book.metadata)
    NotebookClient(book, timeout=1800, kernel_name="python3", record_timing=False).execute()
    book.metadata = metadata  # without the version of Python
    file.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def page(file: Path, folder: Path) -> str:
    """Return a notebook as Markdown, and write its pictures to a folder next to the page."""
    book = json.loads(file.read_text(encoding="utf-8"))
    parts = []
    for number, cell in enumerate(book["cells"]):
        text = "".join(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(text)
        else:
            parts.append(f"```python\n{text}\n```")
            outputs = enumerate(cell.get("outputs", ()))
            parts += [_output(output, folder, f"{file.stem}-{number}-{place}") for place, output in outputs]
    head, *rest = parts
    source = f"This page is `notebooks/{file.name}` of the repository, with its outputs."
    return "\n\n".join([head, source, *rest]) + "\n"


def _output(output: dict[str, Any], folder: Path, name: str) -> str:
    """Return what a cell has shown: a picture, a table or text."""
    data = output.get("data", {})
    for kind, suffix in PICTURES.items():
        if kind in data:
            content = "".join(data[kind])
            folder.mkdir(parents=True, exist_ok=True)
            picture = folder / f"{name}.{suffix}"
            picture.write_bytes(base64.b64decode(content) if suffix == "png" else content.encode())
            return f"![Output of the cell above]({folder.name}/{picture.name})"
    if "text/html" in data:
        return STYLE.sub("", "".join(data["text/html"])).strip()
    text = "".join(output.get("text") or data.get("text/plain", "")).rstrip()
    return f"```text\n{text}\n```"


def main() -> None:
    """Run all notebooks."""
    for file in notebooks():
        print(f"running {file.name}", flush=True)  # noqa: T201
        run(file)


if __name__ == "__main__":
    main()
