"""`ray`: the same jobs on a cluster, or on a Ray of this machine."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from branchline.arena.match import Batch, Job, play
from branchline.arena.runners.errors import RunnerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RETRIES = 5
"""So often is a job played again when its worker dies."""
AHEAD = 4
"""Jobs handed out for each processor, so that a long match does not fill the cluster's memory."""


class RayRunner:
    """Plays on Ray; a job whose worker dies is played again by another, and its batch is taken once."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise RunnerError('Ray is not installed: pip install "branchline[ray]".') from None
        self.ray: Any = ray
        self.mine = not ray.is_initialized()
        if self.mine:
            self._connect(address, workers)

    def _connect(self, address: str | None, workers: int | None) -> None:
        if address:
            reach(address)
        options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False, "logging_level": "error"}
        if address:
            options = {"address": address, "log_to_driver": False, "logging_level": "error"}
        elif workers:
            options["num_cpus"] = workers
        try:
            self.ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunnerError(f"No Ray answers at {address or 'this machine'}: {error}") from None

    def run(self, jobs: Sequence[Job]) -> Iterator[Batch]:
        """Play the jobs, a few ahead for every processor of the cluster."""
        remote = self.ray.remote(max_retries=RETRIES, retry_exceptions=False)(play)
        most = AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        waiting = list(reversed(jobs))
        running: set[Any] = set()
        try:
            while waiting or running:
                while waiting and len(running) < most:
                    running.add(remote.remote(waiting.pop()))
                done, _ = self.ray.wait(list(running), num_returns=1)
                running.difference_update(done)
                yield self._fetch(done[0])
        finally:
            for reference in running:
                self.ray.cancel(reference, force=False)
            if self.mine:
                self.ray.shutdown()

    def _fetch(self, reference: Any) -> Batch:  # noqa: ANN401
        try:
            batch: Batch = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            raise RunnerError(f"Ray gave a job up: {error}") from None
        return batch


def reach(address: str) -> None:
    """Knock at a cluster's door: Ray itself would wait for minutes where nobody is."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # "auto", or a name that Ray looks up itself
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except OSError as error:
        raise RunnerError(f"No Ray answers at {address}: {error.strerror or error}.") from None
