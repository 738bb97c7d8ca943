"""`manage.py count_days`: write the figures of the days that are over."""

from typing import Any

from django.core.management.base import BaseCommand

from office.figures import count_days


class Command(BaseCommand):
    help = (
        "Does at once what the queue does each night: writes the figures of every day that is over and not written "
        "yet, for the first page of the admin. Can be run again at any time."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        days = count_days()
        self.stdout.write(f"{days[0]} to {days[-1]}: {len(days)} days." if days else "No day is left to count.")
