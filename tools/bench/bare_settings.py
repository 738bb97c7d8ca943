"""Django with nothing but the database: the least that a Django view can cost."""

from illikolive.settings import *  # noqa: F403

MIDDLEWARE = []
ROOT_URLCONF = "tools.bench.bare"
