"""Live boards: a step's board is sent to every other open page of its play, and to nobody else."""

import asyncio
import logging
import threading
import uuid
from concurrent.futures import Future
from functools import cache
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from games import holding
from games.watching import watch

logger = logging.getLogger(__name__)
STRANGER, NO_COMMANDS, LEFT = 4404, 4400, 4403  # close codes


def announce(play_id: uuid.UUID, fragment: str) -> None:
    """Send a committed step's board to the pages of its play, without waiting: it bears no token and tells its step."""
    send(_play(play_id), {"type": "board", "fragment": fragment})


def close_left(play_id: uuid.UUID, holder: str) -> None:
    """Close the sockets of one browser on a play that it has left."""
    send(_hold(play_id, holder), {"type": "left"})


class PlayConsumer(AsyncWebsocketConsumer):
    """One open page of a play. It is told boards and takes no command: steps are posted."""

    async def connect(self) -> None:
        play_id = self.scope["url_route"]["kwargs"]["play_id"]
        holder = await database_sync_to_async(holding.holder_of)(self.scope["session"], play_id)
        self.joined = [_play(play_id), _hold(play_id, holder)] if holder else []
        if not holder:
            await self.close(STRANGER)
            return
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        watch().sockets.add(self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        watch().sockets.discard(self)
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NO_COMMANDS)

    async def board(self, event: dict[str, Any]) -> None:
        await self.send(event["fragment"])

    async def left(self, event: dict[str, Any]) -> None:
        await self.close(LEFT)


def _play(play_id: uuid.UUID) -> str:
    return f"play.{play_id.hex}"


def _hold(play_id: uuid.UUID, holder: str) -> str:
    return f"hold.{play_id.hex}.{holder}"


def send(group: str, message: dict[str, Any]) -> None:
    """Send to the open pages of a group, without waiting."""
    sending = get_channel_layer().group_send(group, message)
    asyncio.run_coroutine_threadsafe(sending, _loop()).add_done_callback(_tell_failure)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One loop for the life of the process: its connection to Redis stays open, and no request waits for it."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="live boards", daemon=True).start()
    return loop


def _tell_failure(sending: "Future[None]") -> None:
    """A page that missed a board fetches it; what was played is in the database all the same."""
    if error := sending.exception():
        logger.error("A board was not announced", exc_info=error)
