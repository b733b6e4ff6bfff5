"""The files of trained networks: the weights, and how they were made."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.bots.base import BotError
from branchline.bots.learned.records import NETWORK, new_network

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.engine.kernel.layout import Records

ABOUT = "about"
"""The entry of a file that describes how it was made, beside one entry per array of weights."""


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a network was trained."""

    command: str = ""
    seed: int = 0
    hours: float = 0.0
    """Hours of processor time."""
    rounds: int = 0
    positions: int = 0
    """The positions whose moves were compared."""


def save_network(path: Path, network: Records, about: About) -> None:
    """Write a network; half precision is enough to play with."""
    arrays: dict[str, Any] = {name: network[name][0].astype(np.float16) for name in NETWORK.names or ()}
    arrays[ABOUT] = np.frombuffer(msgspec.json.encode(about), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(buffer.getvalue())
    partial.replace(path)


def read_network(path: Path) -> tuple[Records, About]:
    """Read a network, or raise `BotError`."""
    try:
        return _parse(path.read_bytes())
    except OSError as error:
        raise BotError(f"The network {path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, zipfile.BadZipFile, msgspec.DecodeError):
        raise BotError(f"{path} is not a network of this version: `branchline train` makes one.") from None


def _parse(data: bytes) -> tuple[Records, About]:
    network = new_network()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        for name in NETWORK.names or ():
            if arrays[name].shape != network[name][0].shape:
                raise ValueError(name)
            network[name][0] = arrays[name]
        about = msgspec.json.decode(arrays[ABOUT].tobytes(), type=About)
    if not all(np.isfinite(network[name]).all() for name in NETWORK.names or ()):
        raise ValueError("weights")
    return network, about


@cache
def built_in_network() -> tuple[Records, About]:
    """Return the network of this package."""
    return _parse(files("branchline.bots.learned").joinpath("network.npz").read_bytes())
