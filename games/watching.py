"""Notices when boards stopped being carried between processes: once they are again, open pages come back for theirs.

The channel layer tells nobody that its connection broke, and what was announced meanwhile is lost. So each event loop
that has sockets holds one more connection to the same server, which breaks when the layer's does.
"""

import asyncio
import itertools
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
COME_BACK = 1012  # "service restart": pages connect again, each after a wait of its own, and fetch their board
PAUSE = 0.2  # seconds between two tries


class Socket(Protocol):
    """What is closed when its page has to come back."""

    async def close(self, code: int) -> None: ...


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, "Watch"] = WeakKeyDictionary()


def watch() -> "Watch":
    """The watch of the running event loop, begun at the first call."""
    loop = asyncio.get_running_loop()
    if loop not in _watches:
        _watches[loop] = Watch()
    return _watches[loop]


class Watch:
    """The open sockets of one event loop; those whose messages may have been lost are closed."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.layer = get_channel_layer()
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        channel = await self.layer.new_channel()
        _end_if_told_to()
        for number in itertools.count():
            await _broken()
            logger.warning("Boards are not carried between processes")
            await self._carried_again(channel, number)
            logger.warning("Boards are carried again: %d pages come back", len(self.sockets))
            for socket in list(self.sockets):
                await socket.close(COME_BACK)

    async def _carried_again(self, channel: str, number: int) -> None:
        """Return once a message sent over the layer arrives: all groups are subscribed to again with its channel."""
        arriving = asyncio.create_task(self._arrival(channel, number))
        while not arriving.done():
            try:
                await self.layer.send(channel, {"type": "echo", "number": number})
            except (RedisError, OSError):
                logger.info("The channel layer is still out of reach")
            _end_if_told_to()
            await asyncio.wait({arriving}, timeout=PAUSE)

    async def _arrival(self, channel: str, number: int) -> None:
        while (await self.layer.receive(channel))["number"] != number:
            pass


def _end_if_told_to() -> None:
    """Take up a cancellation that the layer lost: its library's timed writes can lose one (Python 3.11)."""
    if asyncio.current_task().cancelling():  # type: ignore[union-attr]
        raise asyncio.CancelledError


async def _broken() -> None:
    """Return once a connection to the layer's server breaks, or can't be made; waits for ever."""
    once = Retry(NoBackoff(), 0)
    try:
        connected = Redis.from_url(settings.REDIS_URL, retry=once, socket_timeout=None)  # without timed writes
        async with connected as client, client.pubsub() as held:
            await held.subscribe("watch")
            while True:
                await held.get_message(timeout=None)
    except (RedisError, OSError):
        return
