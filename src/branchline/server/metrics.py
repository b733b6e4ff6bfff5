"""The figures that a host watches, at /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
_QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

ROOMS = Gauge("branchline_rooms", "Games in memory.", registry=REGISTRY)
SOCKETS = Gauge("branchline_sockets", "Open sockets.", registry=REGISTRY)
ACTIONS = Counter("branchline_actions", "Actions stored.", ["by"], registry=REGISTRY)
REFUSED = Counter("branchline_refused", "Messages and requests refused.", ["code"], registry=REGISTRY)
GAMES_MADE = Counter("branchline_games_made", "Games made.", registry=REGISTRY)
GAMES_OVER = Counter("branchline_games_over", "Games played to the end.", registry=REGISTRY)
COMMITTED = Counter("branchline_committed", "Pieces of writing committed.", registry=REGISTRY)
COMMIT_SECONDS = Histogram("branchline_commit_seconds", "Time of one commit.", registry=REGISTRY, buckets=_QUICK)
ACT_SECONDS = Histogram(
    "branchline_act_seconds", "From an action's arrival to its acknowledgement.", registry=REGISTRY, buckets=_QUICK
)
BOT_SECONDS = Histogram("branchline_bot_seconds", "Time a bot took to choose.", registry=REGISTRY, buckets=_QUICK)
UPDATE_BYTES = Histogram(
    "branchline_update_bytes",
    "Size of an update.",
    registry=REGISTRY,
    buckets=(100, 200, 300, 400, 500, 600, 800, 1200, 2000, 4000, 10000),
)


def text() -> bytes:
    """Return all figures in the form that Prometheus reads."""
    return generate_latest(REGISTRY)
