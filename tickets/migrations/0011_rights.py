"""Emissions and blocks are changed and deleted by nobody: no permission says otherwise."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tickets", "0010_notices")]

    operations = [
        migrations.AlterModelOptions(
            name="emission",
            options={"default_permissions": ["view", "add"], "verbose_name": "émission"},
        ),
        migrations.AlterModelOptions(
            name="block",
            options={"default_permissions": ["view"], "verbose_name": "bloc"},
        ),
    ]
