"""What an address of the page is about: whether it exists, and how other sites preview a link to it (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import msgspec

from branchline.engine.phrases import listed
from branchline.server.live.game_ids import is_game_id
from branchline.server.projection.wire import GameRow
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.server.live.map_store import MapVersion
    from branchline.server.site import Site

PAGES = ("", "games", "watch", "rules", "puzzles", "lessons", "daily")
"""The addresses that are about nothing in particular."""


@dataclass(frozen=True)
class Preview:
    """The title, the description and the path of the picture of a link."""

    title: str
    description: str
    picture: str = "/icon-512.png"

    def tags(self, base: str, path: str, site_name: str) -> str:
        """Return the elements for the head of the page; `base` is the address of the site."""
        properties = {
            "og:type": "website",
            "og:site_name": site_name,
            "og:title": self.title,
            "og:description": self.description,
            "og:url": f"{base}/{path}",
            "og:image": base + self.picture,
            "twitter:card": "summary_large_image",
        }
        return "".join(
            f'<meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{escape(text)}">\n    '
            for name, text in properties.items()
        )


async def preview_of(site: Site, path: str) -> Preview:
    """Return the preview of an address of the page, or refuse one that does not exist."""
    match path.strip("/").split("/"):
        case [page] if page in PAGES:
            return Preview(site.settings.name, "Route-building train games with friends and bots.")
        case ["puzzles", _]:
            return Preview("A puzzle", "One decision, one best answer: what would you play?")
        case ["lessons", _]:
            return Preview("A lesson", "One rule, one decision: what would you play?")
        case ["rules", name]:
            await site.library_read.wait()
            return _of_rules(await site.map_store.named(name))
        case ["game" | "replay", game]:
            return await _of_game(site, game)
    raise Refusal("not_found", "There is no such page.")


def _of_rules(version: MapVersion) -> Preview:
    about = version.spec.about
    return Preview(f"How to play {about.name}", about.summary, _board(version))


async def _of_game(site: Site, game: str) -> Preview:
    stored = await site.store.game_row(game) if is_game_id(game) else None
    if stored is None:
        raise Refusal("not_found", "There is no such game.")
    row = msgspec.json.decode(stored, type=GameRow)
    await site.library_read.wait()
    version = site.map_store.built_in.get(row.map)
    picture = Preview.picture if version is None else _board(version)
    if not row.public:  # who plays is nobody else's business
        return Preview(f"A game on {row.title}", "Open the link to take a seat or to watch.", picture)
    if row.stage == "over":
        winners = listed([seat.name for seat in row.seats if seat.won]) or "Nobody"
        scores = ", ".join(f"{seat.name} {seat.score}" for seat in row.seats)
        return Preview(f"{winners} won on {row.title}", scores, f"/api/games/{game}/picture.png")
    players = listed([seat.name for seat in row.seats if seat.name]) or "Nobody"
    if row.stage == "table":
        return Preview(f"A table for {row.title}", f"{players} at the table: take a seat or watch.", picture)
    return Preview(f"{row.title}: {players}", "Watch the game live.", picture)


def _board(version: MapVersion) -> str:
    return f"/api/maps/{version.id}/{version.short}/board.png"
