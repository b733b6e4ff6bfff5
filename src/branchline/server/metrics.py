"""The metrics of a server for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

ROOMS = Gauge("branchline_rooms", "Games in memory.", registry=REGISTRY)
SOCKETS = Gauge("branchline_sockets", "Open sockets.", registry=REGISTRY)
ACTIONS = Counter("branchline_actions", "Actions stored.", ["by"], registry=REGISTRY)
REFUSED = Counter("branchline_refused", "Messages and requests that were refused.", ["code"], registry=REGISTRY)
GAMES_MADE = Counter("branchline_games_made", "Games created.", registry=REGISTRY)
GAMES_OVER = Counter("branchline_games_over", "Games finished.", registry=REGISTRY)
COMMITTED = Counter("branchline_committed", "Writes committed.", registry=REGISTRY)
COMMIT_SECONDS = Histogram("branchline_commit_seconds", "Duration of a commit.", registry=REGISTRY, buckets=_SECONDS)
ACT_SECONDS = Histogram(
    "branchline_act_seconds",
    "Time from the arrival of an action to its acknowledgement.",
    registry=REGISTRY,
    buckets=_SECONDS,
)
BOT_SECONDS = Histogram(
    "branchline_bot_seconds", "Time that a bot took for a move.", registry=REGISTRY, buckets=_SECONDS
)
UPDATE_BYTES = Histogram(
    "branchline_update_bytes",
    "Size of an update message.",
    registry=REGISTRY,
    buckets=(100, 200, 300, 400, 500, 600, 800, 1200, 2000, 4000, 10000),
)


def text() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    return generate_latest(REGISTRY)
