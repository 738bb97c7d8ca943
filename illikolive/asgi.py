"""The ASGI entry point: pages, and sockets of boards and of blocks under way, for pages of this site alone."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
pages = get_asgi_application()  # first: it loads the apps that the addresses below need

from games.urls import websocket_urlpatterns as boards  # noqa: E402
from office.urls import websocket_urlpatterns as blocks  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter([*boards, *blocks]))),
    }
)
