"""Migrate as `tickets` does, then give each role its permissions."""

from typing import Any

from office import roles
from tickets.management.commands import migrate


class Command(migrate.Command):
    """Migrations make permissions; roles are made of them."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then write the roles, when every app is at its last migration."""
        super().handle(*args, **options)
        if not options["app_label"]:
            roles.write(using=options["database"])
