"""Draw the pictures of docs/pictures: every built-in board, a position, and the situations of the rules."""

from __future__ import annotations

import re
from pathlib import Path

from branchline.boards.build import build_board
from branchline.boards.draw import PlayerMark, Position, TicketMark, drawing, svg
from branchline.boards.library import MapFile, find_maps
from tools.rule_pictures import scenes

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ada", "Blaise", "Charles", "Dorothy", "Emmy")
SEATS = 4
"""The least number of players that a position should show."""


def main() -> None:
    """Write every picture and print its size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    maps = [map_ for map_ in find_maps() if map_.built_in]
    for map_ in maps:
        write(f"{map_.name}.svg", svg(drawing(map_.spec)))
    smallest = min((map_ for map_ in maps if map_.spec.players.most >= SEATS), key=lambda map_: len(map_.spec.cities))
    write("position.svg", svg(drawing(smallest.spec), sample(smallest)))
    scenes.write(FOLDER / "rules")


def sample(map_: MapFile) -> Position:
    """Return an example position: every seat owns a few routes, their twins are closed, some tickets are shown."""
    spec = map_.spec
    cities = list(spec.cities)
    seats = spec.players.most
    held = {index: [index // 4 % seats] for index in range(0, len(spec.routes.tracks), 2)}
    twins = {route.index: route.twin for route in build_board(map_.name, spec, seats).routes}
    closed = [twin for index, twin in twins.items() if index in held and twin is not None and twin not in held]
    tickets = [card for card in spec.tickets.cards if card.a in spec.cities and card.b in spec.cities][::9]
    marks = [
        TicketMark([cities.index(card.a)], [cities.index(card.b)], card.points, done=number == 0)
        for number, card in enumerate(tickets[:3])
    ]
    return Position(held, closed, [PlayerMark(name, seat) for seat, name in enumerate(NAMES[:seats])], marks)


def write(name: str, document: str) -> None:
    """Write one picture with its size: browsers give a picture without one no room in a table."""
    sized = re.sub(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', r'width="\1" height="\2" \g<0>', document, count=1)
    (FOLDER / name).write_text(sized + "\n", encoding="utf-8")
    print(f"  {name:16} {len(document) / 1000:4.0f} kB")  # noqa: T201 (a program prints)


if __name__ == "__main__":
    main()
