"""Gives the application's log-in its rights, less what a model forbids: `append_only`, or `kept`, never deleted."""

from collections.abc import Iterator
from typing import LiteralString

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql


def grant(connection: BaseDatabaseWrapper, role: str) -> None:
    """Let `role` read and write every table, then take back what a model's mark forbids.

    `connection` is the owner's. Can be run again at any time.
    """
    with connection.cursor() as cursor:
        for statement, *names in _statements(frozenset(connection.introspection.table_names(cursor))):
            cursor.execute(sql.SQL(statement).format(*map(sql.Identifier, names), role=sql.Identifier(role)))


def _statements(tables: frozenset[str]) -> Iterator[tuple[LiteralString, *tuple[str, ...]]]:
    yield ("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",)
    yield ("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",)
    yield ("GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO {role}",)  # the queue's, where PUBLIC has lost its right
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        if table not in tables:
            continue
        if getattr(model, "append_only", False):
            yield ("REVOKE UPDATE, DELETE, TRUNCATE ON {} FROM {role}", table)
        if getattr(model, "kept", False):
            yield ("REVOKE DELETE, TRUNCATE ON {} FROM {role}", table)
