import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0017_what_is_published_of_winners"),
    ]

    operations = [
        migrations.AddField(
            model_name="claim",
            name="form_digest",
            field=models.BinaryField(max_length=32, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="claim",
            name="secret_digest",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AlterField(
            model_name="claimevent",
            name="kind",
            field=models.CharField(
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
                    ("added", "Added"),
                    ("withdrawn", "Withdrawn"),
                    ("entrusted", "Entrusted"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="ClaimAttachment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed", models.BinaryField(null=True)),
                ("wrapped_key", models.BinaryField(null=True)),
                ("master", models.PositiveSmallIntegerField(null=True, verbose_name="clé")),
                ("number", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(choices=[("photo", "photo"), ("pdf", "document PDF")], max_length=5)),
                ("size", models.PositiveIntegerField(help_text="en octets")),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attachments",
                        to="payouts.claimevent",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="claim_attachment_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("master__isnull", False), ("sealed__isnull", False), ("wrapped_key__isnull", False)
                            ),
                            models.Q(("master", None), ("sealed", None), ("wrapped_key", None)),
                            _connector="OR",
                        ),
                        name="claim_attachment_sealed_or_erased",
                    ),
                ],
            },
        ),
    ]
