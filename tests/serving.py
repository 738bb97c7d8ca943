"""The whole site at an address of its own, for tests."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from illikolive import serving


class Server(serving.Server):
    """Stops when it is told to, and not at its next tick."""

    def __init__(self) -> None:
        super().__init__(serving.configured())
        self._told = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 0.1)

    def stop(self) -> None:
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._told.set)


@contextmanager
def served() -> Iterator[str]:
    """Its address, as long as it is served."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the site does not start"
        time.sleep(0.01)
    host, port = listener.getsockname()
    yield f"http://{host}:{port}"
    server.stop()
    thread.join(timeout=20)
    assert not thread.is_alive(), "the site does not stop"
    listener.close()
