"""Requests generated from the OpenAPI description never crash the server, and every answer matches the description."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from branchline.server.http.api.all_endpoints import ENDPOINTS
from branchline.server.http.api.openapi import description
from tests.server.people import PATIENCE, http_get

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema

    from branchline.server.http.api.endpoint import Endpoint
    from tests.server.servers import Server


@cache
def schema() -> BaseSchema:
    """Return the description for generating requests; Schemathesis takes a while to import, so only here."""
    import schemathesis

    return schemathesis.openapi.from_dict(description())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_generated_requests_cause_no_server_error(server: Server, endpoint: Endpoint) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    operation = schema()[endpoint.path][endpoint.method]

    @settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        case.call_and_validate(
            base_url=server.address,
            timeout=PATIENCE,
            checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
        )

    check()


def test_the_description_is_served(server: Server) -> None:
    body = http_get(f"{server.address}/api/openapi.json").json()
    assert body["openapi"].startswith("3.1")
    assert {endpoint.path for endpoint in ENDPOINTS} == set(body["paths"])
    page = http_get(f"{server.address}/api/docs")
    assert "<script" not in page.text
    assert "/api/games/{game}/start" in page.text
