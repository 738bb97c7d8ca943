"""The ASGI entry point: pages and, to come, live boards."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
application = get_asgi_application()
