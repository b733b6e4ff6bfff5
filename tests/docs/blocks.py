"""The code blocks of Markdown pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>.+?) -->\n)?"
    r"```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\"| (?P<kind>\w+))?\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A code block: its language, the file that it is saved as, its type of message, and why it is not run."""

    language: str
    text: str
    title: str | None
    kind: str | None
    reason: str | None

    @property
    def is_doctest(self) -> bool:
        return ">>> " in self.text

    def commands(self) -> list[str]:
        """Return the command lines of a shell block without comments, or those of a console without the output."""
        joined = self.text.replace("\\\n", " ")
        if self.language == "console":
            return [line.removeprefix("$ ") for line in joined.splitlines() if line.startswith("$ ")]
        lines = [re.sub(r"\s+#.*", "", line).strip() for line in joined.splitlines()]
        return [line for line in lines if line and not line.startswith("#")]


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [Block(match["language"], match["text"], match["title"], match["kind"], match["reason"]) for match in found]
