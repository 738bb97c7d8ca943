"""Django's entry for `games`."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The application `games`."""

    name = "games"
