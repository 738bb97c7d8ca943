"""The règlement made on 11 October 2016; staff fill in where it was published."""

from datetime import date
from typing import Any

from django.db import migrations

FIRST = date(2016, 10, 11)


def _come(apps: Any, editor: Any) -> None:
    apps.get_model("tickets", "Reglement").objects.using(editor.connection.alias).create(version=FIRST)


def _go(apps: Any, editor: Any) -> None:
    apps.get_model("tickets", "Reglement").objects.using(editor.connection.alias).filter(version=FIRST).delete()


class Migration(migrations.Migration):
    dependencies = [("tickets", "0013_reglement")]

    operations = [migrations.RunPython(_come, _go)]
