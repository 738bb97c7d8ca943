"""Django's entry for `tickets`."""

from django.apps import AppConfig


class TicketsConfig(AppConfig):
    """The application `tickets`."""

    name = "tickets"
