"""WebSocket frames (RFC 6455): those that the server sends, and the parsing of those that a client sends."""

from __future__ import annotations

import base64
import hashlib
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
NORMAL, PROTOCOL_ERROR, TOO_LARGE, FAILED, RESTARTING = 1000, 1002, 1009, 1011, 1012
"""Codes with which a socket is closed."""
_CLOSE_CODES = frozenset({*range(1000, 1004), *range(1007, 1015)})
_OWN_CODES = range(3000, 5000)
"""Codes of the protocol that are sent, and codes that applications choose."""
_OPCODES = frozenset({CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG})
_LAST, _RESERVED, _MASKED = 0x80, 0x70, 0x80
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""Size codes after which the actual size follows, in this many bytes."""
_LARGEST_CONTROL = 125
_MASK = 4
_ACCEPT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class FrameError(Exception):
    """The bytes received are not a valid frame of a client; the socket is closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Frame(NamedTuple):
    """A frame of a client; a message may come in several."""

    opcode: int
    is_last: bool
    data: bytes


def accept_key(key: bytes) -> bytes:
    """Return the answer to the key of a handshake.

    >>> accept_key(b"dGhlIHNhbXBsZSBub25jZQ==")
    b's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return base64.b64encode(hashlib.sha1(key + _ACCEPT, usedforsecurity=False).digest())


def frame(data: bytes, opcode: int = TEXT) -> bytes:
    """Return a whole message, or a control frame, as the server sends it.

    >>> [list(frame(bytes(size))[:4]) for size in (2, 126, 70_000)]
    [[129, 2, 0, 0], [129, 126, 0, 126], [129, 127, 0, 0]]
    """
    size = len(data)
    if size < _TWO_BYTES:
        return bytes((_LAST | opcode, size)) + data
    if size < 1 << 16:
        return bytes((_LAST | opcode, _TWO_BYTES)) + size.to_bytes(2) + data
    return bytes((_LAST | opcode, _EIGHT_BYTES)) + size.to_bytes(8) + data


def close_frame(code: int) -> bytes:
    """Return the frame that closes a socket."""
    return frame(code.to_bytes(2), CLOSE)


def closing_reply(data: bytes) -> bytes:
    """Return the answer to the data with which a client closes a socket: its code, unless no client may send that.

    >>> [closing_reply(data)[2:].hex() for data in (b"", (1000).to_bytes(2) + b"bye", (999).to_bytes(2), b"x")]
    ['', '03e8', '03ea', '03ea']
    """
    code = int.from_bytes(data[:2])
    if not data:
        return frame(b"", CLOSE)
    return close_frame(code if len(data) > 1 and (code in _CLOSE_CODES or code in _OWN_CODES) else PROTOCOL_ERROR)


def next_frame(received: bytes | bytearray, most: int) -> tuple[Frame, int] | None:
    """Return the first frame of a client's bytes and its size with the header; `None` if it is not complete.

    >>> next_frame(bytes.fromhex("8185 37fa213d 7f9f4d5158"), most=100)
    (Frame(opcode=1, is_last=True, data=b'Hello'), 11)
    """
    if len(received) < 2:  # noqa: PLR2004 (the smallest header)
        return None
    first, second = received[0], received[1]
    opcode, size, start = first & 15, second & ~_MASKED, 2
    is_control = opcode >= CLOSE
    if first & _RESERVED or opcode not in _OPCODES or not second & _MASKED:
        raise FrameError(PROTOCOL_ERROR)
    if is_control and (size > _LARGEST_CONTROL or not first & _LAST):
        raise FrameError(PROTOCOL_ERROR)
    if size >= _TWO_BYTES:
        start += 2 if size == _TWO_BYTES else 8
        if len(received) < start:
            return None
        size = int.from_bytes(received[2:start])
    if size > most:
        raise FrameError(TOO_LARGE)
    begin = start + _MASK
    if len(received) < begin + size:
        return None
    data = _unmasked(received[begin : begin + size], received[start:begin])
    return Frame(opcode, bool(first & _LAST), data), begin + size


def _unmasked(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    size = len(data)
    key = (bytes(mask) * (size // _MASK + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(size)
