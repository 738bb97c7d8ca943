"""Blocks asked for, and what is done with their print files."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("tickets", "0011_rights")]

    operations = [
        migrations.CreateModel(
            name="BlockOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "en attente"),
                            ("running", "en cours"),
                            ("done", "bloc émis"),
                            ("failed", "échec"),
                            ("cancelled", "annulée"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="état",
                    ),
                ),
                ("asked_at", models.DateTimeField(verbose_name="demandé le")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="commencé le")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="fini le")),
                ("message", models.CharField(blank=True, max_length=300, verbose_name="explication")),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="demandé par",
                    ),
                ),
                (
                    "block",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="order",
                        to="tickets.block",
                        verbose_name="bloc",
                    ),
                ),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="annulé par",
                    ),
                ),
                (
                    "emission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="orders",
                        to="tickets.emission",
                        verbose_name="émission",
                    ),
                ),
            ],
            options={
                "verbose_name": "demande de bloc",
                "verbose_name_plural": "demandes de blocs",
                "permissions": [("issue_block", "Faire émettre un bloc, et l’annuler")],
                "default_permissions": ["view"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=("emission",),
                        name="one_order_under_way",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrintAuthorisation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="donnée le")),
                ("reason", models.CharField(max_length=200, verbose_name="motif")),
                (
                    "block",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="authorisations",
                        to="tickets.block",
                        verbose_name="bloc",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="donnée par",
                    ),
                ),
            ],
            options={
                "verbose_name": "autorisation de téléchargement",
                "verbose_name_plural": "autorisations de téléchargement",
                "permissions": [
                    ("authorise_print_file", "Autoriser un nouveau téléchargement d’un fichier d’impression")
                ],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="PrintDownload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="téléchargé le")),
                (
                    "authorisation",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="download",
                        to="tickets.printauthorisation",
                        verbose_name="autorisation",
                    ),
                ),
                (
                    "block",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="downloads",
                        to="tickets.block",
                        verbose_name="bloc",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="téléchargé par",
                    ),
                ),
            ],
            options={
                "verbose_name": "téléchargement",
                "permissions": [("download_print_file", "Télécharger le fichier d’impression chiffré d’un bloc")],
                "default_permissions": ["view"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("authorisation", None)), fields=("block",), name="downloaded_once_unasked"
                    )
                ],
            },
        ),
    ]
