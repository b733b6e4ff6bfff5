"""The AsyncAPI description of the socket has every message, and the examples of docs/wire.md are valid by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import jsonschema_rs
import pytest

from branchline.server.http.api.asyncapi import CHANNEL, description
from branchline.server.projection import wire
from tests.server.people import http_get
from tests.server.test_wire import blocks

if TYPE_CHECKING:
    from tests.server.servers import Server

SENT, RECEIVED = get_args(wire.ServerMessage), get_args(wire.ClientMessage)
EXAMPLES = [(kind, text) for kind, text in blocks() if kind in ("ServerMessage", "ClientMessage")]


def references(node: Any) -> list[str]:  # noqa: ANN401 (JSON)
    """Return every reference of a document."""
    if isinstance(node, list):
        return [found for child in node for found in references(child)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
    return own + [found for child in node.values() for found in references(child)]


def test_every_message_is_an_operation_of_the_right_direction() -> None:
    operations = description()["operations"]
    assert {operation["messages"][0]["$ref"]: operation["action"] for operation in operations.values()} == {
        f"#/channels/{CHANNEL}/messages/{kind.__name__}": "receive" if kind in RECEIVED else "send"
        for kind in (*SENT, *RECEIVED)
    }


@pytest.mark.parametrize(
    ("kind", "reply"),
    [(wire.Act, "Ack"), (wire.Resign, "Ack"), (wire.Say, "Ack"), (wire.Why, "Answer"), (wire.Ping, "Pong")],
)
def test_a_stored_message_is_acknowledged_and_a_question_answered(kind: type, reply: str) -> None:
    messages = f"#/channels/{CHANNEL}/messages/"
    (operation,) = [
        each
        for each in description()["operations"].values()
        if each["messages"] == [{"$ref": messages + kind.__name__}]
    ]
    assert operation["reply"]["messages"] == [{"$ref": messages + reply}, {"$ref": messages + "Refused"}]


def test_every_reference_leads_somewhere() -> None:
    whole = description()
    for reference in references(whole):
        node = whole
        for name in reference.removeprefix("#/").split("/"):
            node = node[name]
        assert node


def test_it_is_valid_by_the_schema_of_asyncapi() -> None:
    schema = json.loads((Path(__file__).parent / "asyncapi-3.0.0.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.validator_for(schema)
    whole = json.loads(json.dumps(description()))
    validator.validate(whole)
    whole["operations"]["act"]["action"] = "shout"
    assert not validator.is_valid(whole)


def test_discriminators_of_openapi_are_left_out() -> None:
    assert "discriminator" not in json.dumps(description())


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_the_examples_of_the_protocol_are_valid(kind: str, text: str) -> None:
    message = json.loads(text)
    action = "send" if kind == "ServerMessage" else "receive"
    operation = description()["operations"][message["t"]]
    assert operation["action"] == action
    name = operation["messages"][0]["$ref"].rpartition("/")[2]
    schema = {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    validator.validate(message)
    with pytest.raises(jsonschema_rs.ValidationError):
        validator.validate({**message, "t": "something else"})


def test_the_description_is_served(server: Server) -> None:
    body = http_get(f"{server.address}/api/asyncapi.json").json()
    assert body == json.loads(json.dumps(description()))
    assert "/api/asyncapi.json" in http_get(f"{server.address}/api/docs").text
