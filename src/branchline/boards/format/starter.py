"""Beginning a map: a small commented file that already plays."""

from __future__ import annotations

import json
from pathlib import Path

from branchline.boards.library import SUFFIX
from branchline.errors import BranchlineError
from branchline.names import fold

TEMPLATE = Path(__file__).with_name("starter.toml.txt")  # not *.toml: it is no map of the library
TITLE = '"My Town"'
LONGEST = 40
"""As long as a map's name may be."""


class StarterError(BranchlineError):
    """A name that no map can be begun under."""


def write_starter(where: Path) -> Path:
    """Write the starter map to this path, whose last part names the map; nothing is overwritten."""
    title = _title(where.name.removesuffix(SUFFIX))
    path = where.with_name(where.name.removesuffix(SUFFIX) + SUFFIX)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.read_text(encoding="utf-8").replace(TITLE, json.dumps(title, ensure_ascii=False)))
    except FileExistsError:
        raise StarterError(f"{path} is there already: choose another name, or move it away.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StarterError(f"{path} cannot be written: {reason}.") from None
    return path


def _title(stem: str) -> str:
    """The map's name as people read it: "my_town" is My Town."""
    if not fold(stem) or not stem.isprintable() or len(stem) > LONGEST:
        raise StarterError(f'"{stem}" cannot name a map: take 1 to {LONGEST} letters or digits, as in `my_town`.')
    words = stem.replace("_", " ").replace("-", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words)
