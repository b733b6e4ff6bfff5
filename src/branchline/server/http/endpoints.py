"""HTTP calls: each is a row in a table, from which routing, strict decoding and the OpenAPI description all come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from branchline.errors import BranchlineError
from branchline.server import metrics
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.security import LARGE, SMALL, check_same_site, read_body, whole_number
from branchline.server.logs import log
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from branchline.server.http.rate_limits import Rate
    from branchline.server.site import Site

_ENCODE = msgspec.json.Encoder().encode
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass
class Call:
    """A request: who asks, from where, for what, with what."""

    site: Site
    request: Request
    guest: str
    address: str
    body: Any = None

    @property
    def game(self) -> str:
        """The game in the path."""
        return str(self.request.path_params["game"])

    @property
    def seat(self) -> int:
        """The seat in the path."""
        text = str(self.request.path_params["seat"])
        number = whole_number(text)
        if number is None:
            raise Refusal("not_found", f'There is no seat "{text[:20]}": seats are 0, 1, 2 …')
        return number

    def query(self, name: str) -> str | None:
        """Return a query parameter."""
        value: str | None = self.request.query_params.get(name)
        return value


@dataclass(frozen=True)
class Endpoint:
    """One row of the table."""

    method: str
    path: str
    answer: Callable[[Call], Awaitable[Any]]
    summary: str
    reply: Any = None
    body: Any = None
    rate: Rate | None = None
    query: tuple[str, ...] = ()
    media: str = "application/json"
    large: bool = False
    status: int = 200

    @property
    def name(self) -> str:
        """The operation's name: that of its function."""
        return self.answer.__name__

    def route(self) -> Route:
        """Return the route that answers this endpoint."""

        async def endpoint(request: Request) -> Response:
            return await respond(self, request)

        return Route(self.path, endpoint, methods=[self.method], name=self.name)


async def respond(endpoint: Endpoint, request: Request) -> Response:
    """Answer a request; whatever goes wrong becomes a code and a sentence."""
    site: Site = request.app.state.site
    known = identity.read(request.cookies.get(identity.COOKIE), site.key)
    guest = known or identity.new_guest()
    try:
        response = await _answered(endpoint, request, site, guest)
    except Refusal as refusal:
        response = refused(refusal)
    except BranchlineError as error:
        response = refused(Refusal("bad_request", str(error)))
    except Exception as error:  # noqa: BLE001 (told to the log, never to the client)
        log().error("request_failed", call=endpoint.name, error=type(error).__name__, exc_info=True)
        response = refused(Refusal("failed", "Something went wrong here; it was noted."))
    if (
        known is None
        and endpoint.path.startswith("/api/")
        and "immutable" not in response.headers.get("cache-control", "")
    ):
        _set_cookie(response, request, site, guest)
    return response


async def _answered(endpoint: Endpoint, request: Request, site: Site, guest: str) -> Response:
    address = rate_limits.neighbourhood(request.client.host if request.client else "?")
    _check_rates(site, endpoint, guest, address)
    call = Call(site, request, guest, address)
    if endpoint.method != "GET":
        check_same_site(request.headers, site.settings.origin)
        data = await read_body(request, LARGE if endpoint.large else SMALL)
        call.body = _decoded(endpoint, request, data)
    answer = await endpoint.answer(call)
    if isinstance(answer, Response):
        return answer
    return Response(_ENCODE(answer), endpoint.status, {"cache-control": "no-store"}, media_type="application/json")


def _check_rates(site: Site, endpoint: Endpoint, guest: str, address: str) -> None:
    wait = site.buckets.spend(f"address {address}", rate_limits.REQUESTS)
    if endpoint.rate is not None:
        # A new identity costs nothing, so what is dear is limited by address as well, five times as generously.
        wait = max(wait, site.buckets.spend(f"guest {guest}", endpoint.rate))
        wait = max(wait, site.buckets.spend(f"address {address} {endpoint.name}", endpoint.rate, 0.2))
    if wait:
        raise Refusal("too_many", f"That is too much at once: wait {wait:.0f} seconds.", retry_after=round(wait, 1))


def _decoded(endpoint: Endpoint, request: Request, data: bytes) -> Any:  # noqa: ANN401
    if endpoint.body is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("wrong_type", "Send JSON, with Content-Type: application/json.")
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", f"{str(error)[:300]}.") from None


def refused(refusal: Refusal) -> Response:
    """Return a refusal as a response."""
    metrics.REFUSED.labels(refusal.code).inc()
    reply = bodies.ErrorReply(
        code=refusal.code, message=refusal.message, problems=refusal.problems, retry_after=refusal.retry_after
    )
    headers = {"cache-control": "no-store"}
    if refusal.retry_after:
        headers["retry-after"] = str(max(1, round(refusal.retry_after)))
    return Response(_ENCODE(reply), refusal.status, headers, media_type="application/json")


def _set_cookie(response: Response, request: Request, site: Site, guest: str) -> None:
    response.set_cookie(
        identity.COOKIE,
        identity.sign(guest, site.key),
        max_age=identity.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https" or site.settings.origin.startswith("https://"),
    )
