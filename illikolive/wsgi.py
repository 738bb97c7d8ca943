"""The WSGI entry point: pages in production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
application = get_wsgi_application()
