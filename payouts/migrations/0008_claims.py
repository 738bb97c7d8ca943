import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0007_exchanges_and_mass_refunds"),
        ("tickets", "0004_outbox_and_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Claim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed", models.BinaryField(null=True)),
                ("wrapped_key", models.BinaryField(null=True)),
                ("master", models.PositiveSmallIntegerField(null=True, verbose_name="clé")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "channel",
                    models.CharField(
                        choices=[("post", "courrier"), ("telephone", "téléphone"), ("site", "site")],
                        max_length=10,
                        verbose_name="reçue par",
                    ),
                ),
                (
                    "subject",
                    models.CharField(
                        choices=[
                            ("result", "résultat d’une partie"),
                            ("payment", "paiement d’un gain"),
                            ("misprint", "anomalie d’impression"),
                            ("damaged", "ticket détérioré"),
                            ("fault", "incident technique"),
                            ("other", "autre"),
                        ],
                        max_length=10,
                        verbose_name="objet",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("received", "reçue"),
                            ("in_progress", "en cours"),
                            ("waiting", "en attente du joueur"),
                            ("decided", "décidée"),
                            ("closed", "classée"),
                        ],
                        default="received",
                        max_length=12,
                        verbose_name="état",
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("accepted", "acceptée"), ("refused", "refusée"), ("inadmissible", "irrecevable")],
                        max_length=12,
                        verbose_name="décision",
                    ),
                ),
                (
                    "exercised_on",
                    models.DateField(
                        help_text="cachet de la poste, appel ou dépôt sur le site", verbose_name="jour qui compte"
                    ),
                ),
                ("received_on", models.DateField(db_index=True, verbose_name="reçue le")),
                ("due_on", models.DateField(verbose_name="à décider avant la fin du")),
                ("decided_on", models.DateField(db_index=True, null=True, verbose_name="décidée le")),
                (
                    "erase_on",
                    models.DateField(
                        help_text="vide tant qu’elle n’est pas décidée ou classée",
                        null=True,
                        verbose_name="à effacer le",
                    ),
                ),
                ("erased_at", models.DateTimeField(null=True, verbose_name="effacée le")),
                (
                    "assigned_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="suivie par",
                    ),
                ),
                (
                    "emission",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="tickets.emission",
                        verbose_name="émission",
                    ),
                ),
                (
                    "mark",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payouts.mark",
                        verbose_name="mention",
                    ),
                ),
                (
                    "refund",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="payouts.refund",
                        verbose_name="remboursement",
                    ),
                ),
                (
                    "ticket",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="tickets.ticket",
                    ),
                ),
            ],
            options={
                "verbose_name": "réclamation",
                "permissions": [
                    ("handle_claim", "Suivre les réclamations, lire et écrire aux joueurs"),
                    ("decide_claim", "Décider d’une réclamation"),
                    ("lead_claims", "Réattribuer et rouvrir les réclamations"),
                ],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="ClaimEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed", models.BinaryField(null=True)),
                ("wrapped_key", models.BinaryField(null=True)),
                ("master", models.PositiveSmallIntegerField(null=True, verbose_name="clé")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("received", "Received"),
                            ("ticket", "Ticket"),
                            ("assigned", "Assigned"),
                            ("moved", "Moved"),
                            ("note", "Note"),
                            ("corrected", "Corrected"),
                            ("letter", "Letter"),
                            ("decided", "Decided"),
                            ("closed", "Closed"),
                            ("reopened", "Reopened"),
                            ("given", "Given"),
                            ("erased", "Erased"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("data", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "claim",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="payouts.claim",
                    ),
                ),
            ],
            options={
                "ordering": ["claim", "number"],
                "default_permissions": (),
            },
        ),
        migrations.AddIndex(
            model_name="claim",
            index=models.Index(
                condition=models.Q(("status", "closed"), _negated=True), fields=["due_on"], name="claim_pending"
            ),
        ),
        migrations.AddIndex(
            model_name="claim",
            index=models.Index(condition=models.Q(("erased_at", None)), fields=["erase_on"], name="claim_to_erase"),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
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
                name="claim_whole_or_erased",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_on", None),
                        ("outcome", ""),
                        ("status__in", ["received", "in_progress", "waiting"]),
                        ("erase_on", None),
                        ("erased_at", None),
                    ),
                    models.Q(("decided_on__isnull", False), ("outcome__gt", ""), ("status__in", ["decided", "closed"])),
                    models.Q(("decided_on", None), ("outcome", ""), ("status", "closed")),
                    _connector="OR",
                ),
                name="claim_decided_or_not",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(("exercised_on__lte", models.F("received_on"))), name="claim_came_after_it_left"
            ),
        ),
        migrations.AddConstraint(
            model_name="claimevent",
            constraint=models.UniqueConstraint(fields=("claim", "number"), name="claim_event_number"),
        ),
        migrations.AddConstraint(
            model_name="claimevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("master__isnull", False), ("sealed__isnull", False), ("wrapped_key__isnull", False)),
                    models.Q(("master", None), ("sealed", None), ("wrapped_key", None)),
                    _connector="OR",
                ),
                name="claim_event_sealed_or_not",
            ),
        ),
    ]
