"""Django's entry for `public`."""

from django.apps import AppConfig


class PublicConfig(AppConfig):
    """The application `public`."""

    name = "public"

    def ready(self) -> None:
        """Register what a production site is checked for."""
        from public import checks  # noqa: F401
