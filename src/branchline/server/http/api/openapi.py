"""The OpenAPI description, made from the table of endpoints, and a readable page of it."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from branchline._version import __version__
from branchline.server.http import bodies
from branchline.server.http.api.all_endpoints import ENDPOINTS
from branchline.server.projection import wire

if TYPE_CHECKING:
    from starlette.requests import Request

    from branchline.server.http.api.endpoint import Endpoint

_PARAMETER = re.compile(r"{(\w+)}")
_OTHER_TYPES = (bodies.ErrorReply, wire.ServerMessage, wire.ClientMessage)
"""Types that no endpoint names but a reader needs: errors, and the messages of the socket."""


@cache
def description() -> dict[str, Any]:
    """Return the whole description."""
    types = [kind for endpoint in ENDPOINTS for kind in (endpoint.reply, endpoint.body) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, *_OTHER_TYPES], ref_template="#/components/schemas/{name}"
    )
    refs = dict(zip(map(id, types), schemas, strict=False))
    error = schemas[len(types)]
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, refs, error)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Branchline",
            "version": __version__,
            "description": "Live games. /api/asyncapi.json describes the socket, docs/wire.md explains its messages.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, refs: dict[int, Any], error: Any) -> dict[str, Any]:  # noqa: ANN401
    schema = refs.get(id(endpoint.reply), {}) if endpoint.reply is not None else {}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [_path_parameter(name) for name in _PARAMETER.findall(endpoint.path)]
        + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query],
        "responses": {
            str(endpoint.status): {"description": "Success.", "content": {endpoint.media: {"schema": schema}}},
            "default": {
                "description": "Refused, with the reason.",
                "content": {"application/json": {"schema": error}},
            },
        },
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": refs[id(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _path_parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


async def json_page(request: Request) -> Response:
    """Return the description for programs."""
    del request
    return Response(msgspec.json.encode(description()), media_type="application/json")


async def html_page(request: Request) -> Response:
    """Return the description for people, without scripts and styles."""
    del request
    rows = "".join(
        f"<tr><td><code>{endpoint.method}</code></td><td><code>{escape(endpoint.path)}</code></td>"
        f"<td>{escape(endpoint.summary)}</td><td>{_type(endpoint.body)}</td><td>{_type(endpoint.reply)}</td></tr>"
        for endpoint in ENDPOINTS
    )
    schemas = "".join(
        f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(schema.get("description", ""))}</p>'
        f"<pre>{escape(_pretty(schema.get('properties', schema)))}</pre>"
        for name, schema in description()["components"]["schemas"].items()
    )
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Branchline API</title>'
        '<meta name="viewport" content="width=device-width"></head><body><h1>Branchline API</h1>'
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>, and for the socket '
        '<a href="/api/asyncapi.json">asyncapi.json</a>.</p>'
        f"<table><tr><th></th><th>path</th><th></th><th>body</th><th>reply</th></tr>{rows}</table>{schemas}</body></html>"
    )
    return Response(page, media_type="text/html; charset=utf-8")


def _pretty(value: Any) -> str:  # noqa: ANN401
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _type(kind: Any) -> str:  # noqa: ANN401
    return f'<a href="#{kind.__name__}">{kind.__name__}</a>' if kind is not None else ""
