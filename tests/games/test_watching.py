"""The watch over what carries boards ends with its event loop: a server that is told to stop stops."""

import asyncio

from games.watching import Watch


def test_a_watch_ends_whenever_it_is_told_to() -> None:
    async def stop_after(turns: int) -> bool:
        task = Watch().task
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=1)
        return task.cancelled()

    async def stop_at_every_turn() -> list[int]:
        return [turns for turns in range(60) if not await stop_after(turns)]

    assert asyncio.run(stop_at_every_turn()) == []
