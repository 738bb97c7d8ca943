"""Django's entry for `payouts`."""

from django.apps import AppConfig


class PayoutsConfig(AppConfig):
    """The application `payouts`."""

    name = "payouts"
