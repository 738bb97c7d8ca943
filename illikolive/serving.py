"""How uvicorn serves the site on one machine: `make run` and the tests of the whole site."""

import uvicorn


def configured() -> uvicorn.Config:
    """No proxy stands in front, so forwarding headers are anybody's invention and are not read."""
    return uvicorn.Config("illikolive.asgi:application", log_level="warning", lifespan="off", proxy_headers=False)
