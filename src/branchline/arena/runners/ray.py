"""`ray`: jobs on a Ray cluster, or on a local Ray."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

from branchline.arena.runners.errors import RunnerError
from branchline.arena.runners.work import perform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from branchline.arena.runners.work import Done, Work

RETRIES = 5
"""How often a job is played again when its worker dies."""
STARTS = 3
"""How often a local Ray is started that does not start in time, as on a busy machine."""
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
        else:  # one of our own, even if a cluster runs on this machine, which Ray would use otherwise
            options |= {"address": "local"} | ({"num_cpus": workers} if workers else {})
        for start in range(1, STARTS + 1):
            try:
                self.ray.init(**options)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise RunnerError(f"Ray does not answer at {address or 'this machine'}: {error}") from None
            except Exception as error:  # noqa: BLE001 (all that Ray raises if it has not started within 30 seconds)
                self.ray.shutdown()
                if start == STARTS:
                    raise RunnerError(f"Ray did not start on this machine, which may be too busy: {error}") from None
            else:
                return

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        """Do the jobs, a few at a time for every processor of the cluster."""
        remote = self.ray.remote(max_retries=RETRIES, retry_exceptions=False)(perform)
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

    def _fetch(self, reference: Any) -> Any:  # noqa: ANN401
        try:
            batch = self.ray.get(reference)
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
