import uuid

import django.db.models.deletion
from django.db import migrations, models

# What an erasure leaves behind is removed by the next autovacuum, not by one that waits for many changes.
VACUUM = """
ALTER TABLE payouts_winner SET (
    autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
)
"""
RESET = """
ALTER TABLE payouts_winner RESET (
    autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor,
    toast.autovacuum_vacuum_threshold, toast.autovacuum_vacuum_scale_factor
)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0001_desks_and_payments"),
    ]

    operations = [
        migrations.CreateModel(
            name="Winner",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "position",
                    models.PositiveSmallIntegerField(help_text="1 : le porteur du ticket", verbose_name="rang"),
                ),
                ("share", models.PositiveBigIntegerField(help_text="en centimes", verbose_name="part")),
                ("sealed", models.BinaryField(null=True)),
                ("wrapped_key", models.BinaryField(null=True)),
                ("master", models.PositiveSmallIntegerField(null=True, verbose_name="clé")),
                (
                    "reduced_at",
                    models.DateTimeField(
                        help_text="au nom, à l’adresse et au montant", null=True, verbose_name="réduit le"
                    ),
                ),
                (
                    "erase_on",
                    models.DateField(
                        help_text="vide : l’émission n’a pas de clôture", null=True, verbose_name="à effacer le"
                    ),
                ),
                ("erased_at", models.DateTimeField(null=True, verbose_name="effacé le")),
                (
                    "payment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="winners",
                        to="payouts.payment",
                        verbose_name="paiement",
                    ),
                ),
            ],
            options={
                "verbose_name": "gagnant",
                "ordering": ["payment", "position"],
                "permissions": [
                    ("handle_personal_data", "Donner, corriger ou effacer les données d’un gagnant"),
                    ("export_winners", "Donner les gagnants aux organismes habilités"),
                ],
                "default_permissions": ["view"],
                "constraints": [
                    models.UniqueConstraint(fields=("payment", "position"), name="winner_position"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("erased_at", None),
                                ("master__isnull", False),
                                ("sealed__isnull", False),
                                ("wrapped_key__isnull", False),
                            ),
                            models.Q(
                                ("erase_on", None),
                                ("erased_at__isnull", False),
                                ("master", None),
                                ("sealed", None),
                                ("wrapped_key", None),
                            ),
                            _connector="OR",
                        ),
                        name="winner_whole_or_erased",
                    ),
                ],
            },
        ),
        migrations.RunSQL(VACUUM, RESET),
    ]
