"""`ray`: jobs on a Ray cluster, or on a local Ray."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from branchline.arena.jobs import Batch, Job, play
from branchline.arena.runners.errors import RunnerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RETRIES = 5
"""How often a job is played again when its worker dies."""
AHEAD = 4
"""Jobs submitted at a time for each processor, so that a long match does not fill the memory of the cluster."""


class RayRunner:
    """Plays on Ray; a job whose worker dies is played again by another, and its batch is returned once."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise RunnerError('Ray is not installed: pip install "branchline[ray]".') from None
        self.ray: Any = ray
        self.owned = not ray.is_initialized()
        if self.owned:
            self._connect(address, workers)

    def _connect(self, address: str | None, workers: int | None) -> None:
        if address:
            check_connection(address)
        options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False, "logging_level": "error"}
        if address:
            options = {"address": address, "log_to_driver": False, "logging_level": "error"}
        elif workers:
            options["num_cpus"] = workers
        try:
            self.ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunnerError(f"Ray does not answer at {address or 'this machine'}: {error}") from None

    def run(self, jobs: Sequence[Job]) -> Iterator[Batch]:
        """Play the jobs, a few at a time for every processor of the cluster."""
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
            if self.owned:
                self.ray.shutdown()

    def _fetch(self, reference: Any) -> Batch:  # noqa: ANN401
        try:
            batch: Batch = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            raise RunnerError(f"Ray could not finish a job: {error}") from None
        return batch


def check_connection(address: str) -> None:
    """Raise an error if nothing listens at an address: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # "auto", or a name that Ray resolves itself
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except OSError as error:
        raise RunnerError(f"Ray does not answer at {address}: {error.strerror or error}.") from None
