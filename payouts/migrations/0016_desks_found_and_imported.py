from django.db import migrations, models

import payouts.models.desks


def _write_town_keys(apps, schema_editor):
    for desk in apps.get_model("payouts", "Desk").objects.using(schema_editor.connection.alias):
        desk.save(update_fields=["town_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0015_two_persons_lift_and_reasons_of_returns"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="desk",
            options={
                "permissions": [("import_desks", "Importer la liste des points de vente")],
                "verbose_name": "caisse",
            },
        ),
        migrations.AddField(
            model_name="desk",
            name="reference",
            field=models.CharField(
                blank=True,
                help_text="numéro du point de vente, par lequel un fichier importé le retrouve",
                max_length=20,
                null=True,
                unique=True,
                verbose_name="référence",
            ),
        ),
        migrations.AddField(
            model_name="desk",
            name="town_key",
            field=payouts.models.desks.TownKey(default="", editable=False),
        ),
        migrations.RunPython(_write_town_keys, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="desk",
            index=models.Index(fields=["town_key"], name="desk_by_town", opclasses=["text_pattern_ops"]),
        ),
        migrations.AddIndex(
            model_name="desk",
            index=models.Index(fields=["postcode"], name="desk_by_postcode", opclasses=["varchar_pattern_ops"]),
        ),
        migrations.AddIndex(
            model_name="desk",
            index=models.Index(fields=["department", "town_key", "name"], name="desk_by_department"),
        ),
    ]
