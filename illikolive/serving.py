"""How uvicorn serves the site on one machine: `make run` and the tests of the whole site."""

import asyncio
import socket

import uvicorn
from websockets.exceptions import InvalidState

_TRIES, _PAUSE = 500, 0.01  # five seconds: a browser's own closing takes less


class Server(uvicorn.Server):
    """uvicorn's, which fails to stop when a browser is closing a socket at that very moment."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; a socket that is being closed is left a moment for it. Raises InvalidState when that does not end."""
        for _ in range(_TRIES):
            try:
                return await super().shutdown(sockets)
            except InvalidState:
                await asyncio.sleep(_PAUSE)
        return await super().shutdown(sockets)


def configured() -> uvicorn.Config:
    """No proxy stands in front, so forwarding headers are anybody's invention and are not read."""
    return uvicorn.Config("illikolive.asgi:application", log_level="warning", lifespan="off", proxy_headers=False)
