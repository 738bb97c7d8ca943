"""Django's migrate, run as the database's owner, then giving the application's log-in its rights."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections

from tickets import roles


class Command(migrate.Command):
    """Migrate `owner` unless told otherwise."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's arguments, with another database to start from."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant."""
        super().handle(*args, **options)
        roles.grant(connections[options["database"]], settings.DATABASES["default"]["USER"])
