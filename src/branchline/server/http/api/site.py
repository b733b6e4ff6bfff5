"""The endpoints of the site itself: what a page must know first, who the guest is, and how the server is doing."""

from __future__ import annotations

import hmac

import msgspec
from starlette.responses import Response

from branchline._version import __version__
from branchline.bots.registry import CHARACTERS, LEVELS
from branchline.server import metrics
from branchline.server.http import bodies, identity, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.live.players import COLORS, current_color
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

PHRASES = (
    "Good luck!",
    "Nice move!",
    "Well played!",
    "Oops!",
    "Your turn.",
    "Hurry up, please.",
    "Thank you!",
    "One more?",
)
"""What a player can say with one click."""


async def get_site(call: Call) -> bodies.Site:
    """Return what a page must know before anything else."""
    return bodies.Site(
        name=call.site.settings.name,
        version=__version__,
        protocol=wire.PROTOCOL,
        ready=call.site.ready,
        compiling=not call.site.preparation.is_complete,
        phrases=list(PHRASES),
        colors=list(COLORS),
        levels=list(LEVELS),
        characters=list(CHARACTERS),
    )


async def get_me(call: Call) -> bodies.Me:
    """Return your name and color on this site."""
    saved = await call.site.store.guest(call.guest)
    name, color = saved or (identity.first_name(call.guest), identity.first_color(call.guest))
    return bodies.Me(id=call.guest[:8], name=name, color=current_color(color))


async def edit_me(call: Call) -> bodies.Me:
    """Change your name or color."""
    me = await get_me(call)
    body: bodies.EditMe = call.body
    if body.name is not None:
        me.name = identity.clean_name(body.name)
    if not me.name:
        raise Refusal("bad_request", "A name needs at least one visible letter.")
    me.color = body.color or me.color
    await call.site.store.save_guest(call.guest, me.name, me.color)
    return me


async def healthz(call: Call) -> Response:
    """Return 200: the process answers."""
    del call
    return Response(b"ok\n", media_type="text/plain")


async def readyz(call: Call) -> Response:
    """Return 200 if games can be played, else 503: the database answers and the rules are loaded."""
    store = True
    try:
        await call.site.store.check()
    except Exception:  # noqa: BLE001 (whatever the error is, the database does not answer)
        store = False
    ready = store and call.site.ready
    parts = {
        "ready": ready,
        "store": store,
        "maps": call.site.library_read.is_set(),
        "rules": call.site.rules_loaded.is_set(),
    }
    return Response(msgspec.json.encode(parts), 200 if ready else 503, media_type="application/json")


async def get_metrics(call: Call) -> Response:
    """Return the metrics of the server for Prometheus: to this machine, or with the token of the settings."""
    token = call.site.settings.metrics_token
    given = call.request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (hmac.compare_digest(given.encode(), token.encode()) if token else _is_local(call)):
        raise Refusal("not_yours", "Metrics are for the host: see metrics_token in the documentation.")
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _is_local(call: Call) -> bool:
    """Return whether a request comes from this machine, not through a proxy on it."""
    forwarded = "x-forwarded-for" in call.request.headers or "forwarded" in call.request.headers
    return not forwarded and call.address in ("127.0.0.1", "::/64")


ENDPOINTS = (
    Endpoint("GET", "/api/site", get_site, bodies.Site),
    Endpoint("GET", "/api/me", get_me, bodies.Me),
    Endpoint("PUT", "/api/me", edit_me, bodies.Me, bodies.EditMe, rate_limits.JOINING),
    Endpoint("GET", "/healthz", healthz, media="text/plain", is_probe=True),
    Endpoint("GET", "/readyz", readyz, is_probe=True),
    Endpoint("GET", "/metrics", get_metrics, media="text/plain", is_probe=True),
)
