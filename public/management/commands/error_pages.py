"""Writes the pages that the web server shows by itself, when the site is stopped or before it is asked."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from payouts.views.errors import page

NAMES = ("413", "503")


class Command(BaseCommand):
    """`manage.py error_pages FOLDER`, after collectstatic, whose files they show."""

    help = "Writes 413.html and 503.html for the web server into a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        """Write them anew."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            (folder / f"{name}.html").write_text(page(name), encoding="utf-8")
