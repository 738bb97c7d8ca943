"""The queue's worker, beside something else or by itself."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from procrastinate import App, BaseConnector, PsycopgConnector
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.utils import connector_params

_AT_ONCE = 2  # so that a long task, a block or the report of draws, holds up no other
_CONNECTIONS = 2 + _AT_ONCE  # one listens, one beats, the others work


class _Connector(PsycopgConnector):
    """The worker's own connections; in `make run`, requests go on deferring tasks in their own transactions."""

    def get_sync_connector(self) -> BaseConnector:
        """Django's connection of the thread that asks."""
        return DjangoConnector()


@contextmanager
def working() -> Iterator[threading.Event]:
    """Run the queue's tasks until the body ends; the event given is set when the worker can't go on."""
    loop, stop, ended = asyncio.new_event_loop(), asyncio.Event(), threading.Event()

    def work() -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(_work(stop))
        finally:
            ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield ended
    finally:
        with contextlib.suppress(RuntimeError):  # the loop is closed: it has ended by itself
            loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _work(stop: asyncio.Event) -> None:
    connector = _Connector(kwargs=connector_params(), min_size=1, max_size=_CONNECTIONS)
    with app.replace_connector(connector) as worker:
        async with worker.open_async():
            await _run(worker, stop)


async def _run(worker: App, stop: asyncio.Event) -> None:
    running = asyncio.create_task(
        worker.run_worker_async(
            concurrency=_AT_ONCE, install_signal_handlers=False, delete_jobs="successful", name="illikolive"
        )
    )
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for task in (running, stopping):
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
