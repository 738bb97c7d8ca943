import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# What is taken back is removed by the next autovacuum, not by one that waits for many changes.
VACUUM = """
ALTER TABLE payouts_publishedname SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)
"""
RESET = """
ALTER TABLE payouts_publishedname RESET (autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0016_desks_found_and_imported"),
        ("tickets", "0012_orders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.PositiveBigIntegerField(null=True, verbose_name="montant")),
                ("until", models.DateField(verbose_name="jusqu’au")),
            ],
            options={
                "verbose_name": "publication",
                "default_permissions": (),
            },
        ),
        migrations.AlterModelOptions(
            name="winner",
            options={
                "default_permissions": ["view"],
                "ordering": ["payment", "position"],
                "permissions": [
                    ("handle_personal_data", "Donner, corriger ou effacer les données d’un gagnant"),
                    ("export_winners", "Donner les gagnants aux organismes habilités"),
                    ("keep_unpublished", "Retirer de la publication le prénom d’un gagnant"),
                ],
                "verbose_name": "gagnant",
            },
        ),
        migrations.AddField(
            model_name="winner",
            name="unpublished_at",
            field=models.DateTimeField(
                help_text="de son prénom (art. 6.3)", null=True, verbose_name="opposé à la publication le"
            ),
        ),
        migrations.CreateModel(
            name="PublicationAmount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "amount",
                    models.PositiveBigIntegerField(
                        help_text="en centimes ; vide : aucun prénom", null=True, verbose_name="montant"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="fixé le")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="fixé par",
                    ),
                ),
            ],
            options={
                "verbose_name": "montant de publication",
                "verbose_name_plural": "montants de publication",
                "permissions": [("set_publication_amount", "Fixer le montant au-dessus duquel un prénom est publié")],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="PublishedCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("department", models.CharField(max_length=3, verbose_name="département")),
                ("players", models.PositiveIntegerField(verbose_name="joueurs")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tickets.game",
                    ),
                ),
                (
                    "publication",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counts",
                        to="payouts.publication",
                    ),
                ),
            ],
            options={
                "verbose_name": "nombre publié",
                "verbose_name_plural": "nombres publiés",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("publication", "game", "department"), name="a_count_once", nulls_distinct=False
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PublishedName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_name", models.CharField(max_length=200, verbose_name="prénom")),
                ("department", models.CharField(max_length=3, verbose_name="département")),
                ("link", models.CharField(max_length=64)),
                (
                    "publication",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="names", to="payouts.publication"
                    ),
                ),
            ],
            options={
                "verbose_name": "prénom publié",
                "verbose_name_plural": "prénoms publiés",
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("publication", "link"), name="a_name_once")],
            },
        ),
        migrations.RunSQL(VACUUM, RESET),
    ]
