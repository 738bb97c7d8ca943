import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0003_transfers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Terminal",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60, verbose_name="nom")),
                ("digest", models.BinaryField(max_length=32, unique=True, verbose_name="empreinte du jeton")),
                ("created_at", models.DateTimeField(verbose_name="créé le")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="révoqué le")),
                (
                    "teller",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="terminal", to="payouts.teller"
                    ),
                ),
            ],
            options={
                "verbose_name": "terminal",
                "verbose_name_plural": "terminaux",
            },
        ),
    ]
