"""The AsyncAPI description of the socket, made from the types of its messages."""

from __future__ import annotations

import inspect
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from starlette.responses import Response

from branchline._version import __version__
from branchline.server.projection import wire

if TYPE_CHECKING:
    from starlette.requests import Request

ADDRESS = "/api/games/{game}/socket"
CHANNEL = "game"
REPLIES = {
    **dict.fromkeys((wire.Ask, wire.Why, wire.Opens, wire.Advise, wire.Hint), wire.Answer),
    wire.Ping: wire.Pong,
}
"""The reply to a message of a client that is not refused; any other message is stored and acknowledged."""


@cache
def description() -> dict[str, Any]:
    """Return the whole description."""
    sent, received = get_args(wire.ServerMessage), get_args(wire.ClientMessage)
    types = [*sent, *received]
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Branchline",
            "version": __version__,
            "description": "The socket of a game. Each message is one text frame of JSON; `t` names its type.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {CHANNEL: _channel(types)},
        "operations": {_operation_id(kind): _operation(kind, kind in received) for kind in types},
        "components": {"messages": {kind.__name__: _message(kind) for kind in types}, "schemas": _adapt(schemas)},
    }


def _adapt(node: Any) -> Any:  # noqa: ANN401 (JSON)
    """Leave out discriminators, which AsyncAPI writes in another way than OpenAPI; the tags of the types suffice."""
    if isinstance(node, list):
        return [_adapt(child) for child in node]
    if not isinstance(node, dict):
        return node
    return {key: _adapt(child) for key, child in node.items() if key != "discriminator"}


def _channel(types: list[Any]) -> dict[str, Any]:
    return {
        "address": ADDRESS,
        "description": (
            "It is opened with the cookie of `GET /api/me`. The first message is `welcome`, with the whole state; "
            "`update` then has a merge patch (RFC 7396) for each change."
        ),
        "parameters": {"game": {"description": "The id of the game."}},
        "bindings": {"ws": {"method": "GET", "query": _query(), "bindingVersion": "0.1.0"}},
        "messages": {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in types},
    }


def _query() -> dict[str, Any]:
    seat = "Which of several seats of yours, or `none` for a spectator's view."
    since = "The last `seq` that the client has; the log of `welcome` begins after it."
    return {
        "type": "object",
        "properties": {
            "seat": {"type": "string", "description": seat},
            "since": {"type": "integer", "minimum": 0, "description": since},
        },
    }


def _operation_id(kind: Any) -> str:  # noqa: ANN401 (any type of a message)
    return str(kind.__struct_config__.tag)


def _operation(kind: Any, is_received: bool) -> dict[str, Any]:  # noqa: ANN401, FBT001
    """Return what the server does with a message: receive and answer it, or send it."""
    operation: dict[str, Any] = {
        "action": "receive" if is_received else "send",
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "summary": _summary(kind),
        "messages": [_reference(kind)],
    }
    if is_received:
        replies = [_reference(reply) for reply in (REPLIES.get(kind, wire.Ack), wire.Refused)]
        operation["reply"] = {"channel": {"$ref": f"#/channels/{CHANNEL}"}, "messages": replies}
    return operation


def _reference(kind: Any) -> dict[str, str]:  # noqa: ANN401
    return {"$ref": f"#/channels/{CHANNEL}/messages/{kind.__name__}"}


def _message(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "name": _operation_id(kind),
        "title": kind.__name__,
        "summary": _summary(kind),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }


def _summary(kind: Any) -> str:  # noqa: ANN401
    return inspect.getdoc(kind) or ""


async def json_page(request: Request) -> Response:
    """Return the description for programs."""
    del request
    return Response(msgspec.json.encode(description()), media_type="application/json")
