"""A server of the bench's own, on a port of its own, for as long as it is needed."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path


@contextlib.contextmanager
def served(program: str, *arguments: str, environment: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Run a program of the virtual environment with `--port`; gives its process and port once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name(program)), *arguments, "--port", str(port)]
    server = subprocess.Popen(command, env=environment)
    try:
        _wait(port)
        yield server.pid, port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def _wait(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError("the server does not start")
