"""Write a starter map: a small commented file that is already playable."""

from __future__ import annotations

import json
from pathlib import Path

from branchline.boards.format.files import SUFFIX
from branchline.errors import BranchlineError
from branchline.names import fold

TEMPLATE = Path(__file__).with_name("starter.toml.txt")  # not *.toml, since it is not a map of the library
TITLE = '"My Town"'
LONGEST = 40
"""The most characters of a map's name."""


class StarterError(BranchlineError):
    """A starter map that cannot be written."""


def write_starter(where: Path) -> Path:
    """Write a starter map named after its file and return the path; an existing file is never overwritten."""
    title = _title(where.name.removesuffix(SUFFIX))
    path = where.with_name(where.name.removesuffix(SUFFIX) + SUFFIX)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.read_text(encoding="utf-8").replace(TITLE, json.dumps(title, ensure_ascii=False)))
    except FileExistsError:
        raise StarterError(f"{path} already exists: choose another name, or move the file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StarterError(f"{path} cannot be written: {reason}.") from None
    return path


def _title(stem: str) -> str:
    """Return the title of a map, such as "My Town" for "my_town"."""
    if not fold(stem) or not stem.isprintable() or len(stem) > LONGEST:
        raise StarterError(
            f'"{stem}" cannot be the name of a map: use 1 to {LONGEST} letters or digits, as in `my_town`.'
        )
    words = stem.replace("_", " ").replace("-", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words)
