"""Notices of the Journal officiel, which give emissions their dates."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("tickets", "0009_guard_addenda")]

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("available", "avis de disponibilité"),
                            ("available_moved", "avis rectificatif de disponibilité"),
                            ("close", "avis de clôture"),
                            ("close_moved", "avis rectificatif de clôture"),
                        ],
                        max_length=20,
                        verbose_name="objet",
                    ),
                ),
                ("day", models.DateField(verbose_name="date annoncée")),
                ("before", models.DateField(blank=True, null=True, verbose_name="date précédente")),
                ("reference", models.CharField(max_length=100, verbose_name="référence au Journal officiel")),
                ("published_on", models.DateField(verbose_name="publié le")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="motif")),
                ("at", models.DateTimeField(verbose_name="enregistré le")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="enregistré par",
                    ),
                ),
                (
                    "emission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="tickets.emission",
                        verbose_name="émission",
                    ),
                ),
            ],
            options={
                "verbose_name": "avis",
                "verbose_name_plural": "avis",
                "permissions": [("publish_notice", "Enregistrer un avis publié au Journal officiel")],
                "default_permissions": ["view"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind__in", ["available", "close"])),
                        fields=("emission", "kind"),
                        name="one_first_notice",
                    )
                ],
            },
        ),
    ]
