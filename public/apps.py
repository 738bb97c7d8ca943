"""Django's entry for `public`."""

from django.apps import AppConfig


class PublicConfig(AppConfig):
    """The application `public`."""

    name = "public"
