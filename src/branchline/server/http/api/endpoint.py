"""What an HTTP endpoint is: a row of a table, from which come its route, its strict decoding and its OpenAPI entry."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getdoc
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response
from starlette.routing import Route

from branchline.errors import BranchlineError
from branchline.numerals import whole_number
from branchline.server import metrics
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.access import unreachable
from branchline.server.http.security import LARGE, SMALL, check_same_site, read_body
from branchline.server.logs import log
from branchline.server.metering import in_thread, measured, metering
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from starlette.requests import Request

    from branchline.server.http.budgets import Gate, ProcessorBudget
    from branchline.server.http.rate_limits import Limits
    from branchline.server.live.map_store import MapVersion
    from branchline.server.site import Site
    from branchline.server.token_buckets import Rate

T = TypeVar("T")
_ENCODE = msgspec.json.Encoder().encode
IMMUTABLE = "public, max-age=31536000, immutable"
"""The cache-control header of what never changes at its address."""


@dataclass
class Call:
    """A request to an endpoint: to which site, from whom and where, with which decoded body."""

    site: Site
    request: Request
    guest: str
    address: str
    body: Any = None

    @property
    def game(self) -> str:
        """The id of the game in the path."""
        return str(self.request.path_params["game"])

    @property
    def chair(self) -> int:
        """The number of the seat in the path, as it was before seats were shuffled."""
        text = str(self.request.path_params["seat"])
        number = whole_number(text)
        if number is None:
            raise Refusal("not_found", f'There is no seat "{text[:20]}": seats are 0, 1, 2 …')
        return number

    async def map_of_exercise(self, name: str) -> MapVersion:
        """Return a built-in map, once the maps are read and the rules are loaded."""
        await self.site.library_read.wait()
        await self.site.rules_loaded.wait()
        return await self.site.map_store.named(name)

    async def in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a function in a thread; an address has one of them at a time, however many requests it sends at once."""
        return await in_thread(self.site.request_threads, self.address, work, *arguments)

    def query(self, name: str) -> str | None:
        """Return a query parameter."""
        value: str | None = self.request.query_params.get(name)
        return value


@dataclass(frozen=True)
class Endpoint:
    """An endpoint: the function that answers it, and the types of what goes in and out."""

    method: str
    path: str
    answer: Callable[[Call], Coroutine[Any, Any, Any]]
    reply: Any = None
    body: Any = None
    rate: Rate | None = None
    query: tuple[str, ...] = ()
    media: str = "application/json"
    large: bool = False
    status: int = 200
    is_probe: bool = False
    """Whether the host's own tools ask it to learn how the server is doing."""

    @property
    def name(self) -> str:
        """The name of the operation: that of its function."""
        return self.answer.__name__

    @property
    def summary(self) -> str:
        """What the endpoint does: the docstring of its function."""
        return " ".join((getdoc(self.answer) or "").split())

    def route(self) -> Route:
        """Return the route to this endpoint."""

        async def endpoint(request: Request) -> Response:
            return await respond(self, request)

        return Route(self.path, endpoint, methods=[self.method], name=self.name)


async def respond(endpoint: Endpoint, request: Request) -> Response:
    """Answer a request; whatever goes wrong becomes a code and a sentence."""
    site: Site = request.app.state.site
    known = identity.guest_of(request.headers.getlist("cookie"), site.key)
    guest = known or identity.new_guest()
    try:
        response = await _answer(endpoint, request, site, guest)
    except Refusal as refusal:
        response = refusal_response(refusal)
    except BranchlineError as error:
        response = refusal_response(Refusal("bad_request", str(error)))
    except SQLAlchemyError as error:
        response = refusal_response(unreachable(error))
    except Exception as error:  # noqa: BLE001 (the details go to the log, never to the client)
        log().error("request_failed", call=endpoint.name, error=type(error).__name__, exc_info=True)
        response = refusal_response(Refusal("failed", "Something went wrong on the server; it was logged."))
    if known is None and endpoint.path.startswith("/api/") and not _is_immutable(response):
        _set_cookie(response, request, site, guest)
    return response


async def _answer(endpoint: Endpoint, request: Request, site: Site, guest: str) -> Response:
    address = rate_limits.network_of(request.client.host if request.client else "?")
    limits: Limits = request.app.state.limits
    if endpoint.rate is not None:
        limits.check_guest(guest, address, endpoint.rate, endpoint.name)
    call = Call(site, request, guest, address)
    if endpoint.method != "GET":
        check_same_site(request.headers, site.settings.origin)
        data = await read_body(request, LARGE if endpoint.large else SMALL)
        call.body = _decode(endpoint, request, data)
    answer = await _budgeted(endpoint, call)
    if isinstance(answer, Response):
        return answer
    return Response(_ENCODE(answer), endpoint.status, {"cache-control": "no-store"}, media_type="application/json")


async def _budgeted(endpoint: Endpoint, call: Call) -> Any:  # noqa: ANN401 (the endpoint's own reply type)
    """Answer a call when it is the turn of its address, at the cost of the guest and the address."""
    if endpoint.is_probe:
        return await endpoint.answer(call)
    budget: ProcessorBudget = call.request.app.state.budget
    gate: Gate = call.request.app.state.requests
    budget.check(call.guest, call.address)
    await gate.enter(call.address)
    with metering(call.address) as meter:
        try:
            return await measured(endpoint.answer(call))
        finally:
            budget.charge(call.guest, call.address, meter.seconds)
            gate.leave(meter.on_loop)


def in_turn(
    answer: Callable[[Request], Coroutine[Any, Any, Response]],
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return a function that answers a request for a page or file when it is the turn of its address."""

    async def endpoint(request: Request) -> Response:
        gate: Gate = request.app.state.requests
        address = rate_limits.network_of(request.client.host if request.client else "?")
        await gate.enter(address)
        with metering(address) as meter:
            try:
                return await measured(answer(request))
            finally:
                gate.leave(meter.on_loop)

    return endpoint


def _decode(endpoint: Endpoint, request: Request, data: bytes) -> Any:  # noqa: ANN401 (the endpoint's own body type)
    if endpoint.body is None:
        return None
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refusal("wrong_type", "Send JSON, with Content-Type: application/json.")
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", f"{str(error)[:300]}.") from None


def refusal_response(refusal: Refusal) -> Response:
    """Return the response that reports a refusal."""
    metrics.REFUSED.labels(refusal.code).inc()
    reply = bodies.ErrorReply(
        code=refusal.code, message=refusal.message, problems=refusal.problems, retry_after=refusal.retry_after
    )
    headers = {"cache-control": "no-store"}
    if refusal.retry_after:
        headers["retry-after"] = str(max(1, round(refusal.retry_after)))
    return Response(_ENCODE(reply), refusal.status, headers, media_type="application/json")


def _is_immutable(response: Response) -> bool:
    """Return whether a response may be cached for everybody, so that it must carry nobody's cookie."""
    return response.headers.get("cache-control") == IMMUTABLE


def _set_cookie(response: Response, request: Request, site: Site, guest: str) -> None:
    response.set_cookie(
        identity.COOKIE,
        identity.sign(guest, site.key),
        max_age=identity.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https" or site.settings.origin.startswith("https://"),
    )
