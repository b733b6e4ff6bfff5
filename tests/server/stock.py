"""A stock of games, made without a server: what a site has after a busy week."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import TYPE_CHECKING

import branchline as bl
from branchline.server.live import records as r
from branchline.server.live.game_ids import new_game_id
from branchline.server.live.map_store import hash_of
from branchline.server.live.match import Match
from branchline.server.projection.game_rows import row_of
from branchline.server.store import Append, open_store

if TYPE_CHECKING:
    from branchline.boards.board import Board

MAPS = ("usa", "london", "paris", "uk")


def stock(database: str, games: int, moves: int = 40) -> list[str]:
    """Store running games of two people each, some moves into play; returns their ids."""
    texts = {name: bl.load_map(name).text for name in MAPS}
    boards = {name: bl.load_map(name).board(2) for name in MAPS}
    dice = random.Random(1)
    store = open_store(database)

    async def fill() -> list[str]:
        for name, text in texts.items():
            await store.save_map(hash_of(text), name, text, None)
        ids = []
        for number in range(games):
            name = MAPS[number % len(MAPS)]
            ids.append(new_game_id())
            records = _records(ids[-1], name, hash_of(texts[name]), boards[name], dice, moves)
            match = Match(ids[-1], lambda *_, board=boards[name]: board)
            for seq, record in enumerate(records):
                match.apply(seq, 1.0, None, record)
            entries = [Append(ids[-1], seq, 1.0, None, r.to_text(record)) for seq, record in enumerate(records)]
            await store.add_game(entries, row_of(match), {secrets.token_hex(32): -1})
        return ids

    ids = asyncio.run(fill())
    store.close()
    return ids


def _records(game: str, name: str, digest: str, board: Board, dice: random.Random, moves: int) -> list[r.Record]:
    setups = [r.SeatSetup("person", f"P{seat}", "red", guest=f"{game}{seat}") for seat in range(2)]
    key = dice.randbytes(32)
    records: list[r.Record] = [r.Created(name, digest, name, setups, f"{game}0"), r.Started(key.hex(), [0, 1])]
    play = bl.new_game(board, seed=key)
    for _ in range(moves):
        if play.over:
            break
        code, seat = int(dice.choice(play.legal.codes.tolist())), play.turn
        play.play(code)
        records.append(r.Acted(seat, code))
    return records
