import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0014_liftings_and_withdrawn_mass_refunds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="lifting",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="confirmée le"),
        ),
        migrations.AddField(
            model_name="lifting",
            name="confirmed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="confirmée par",
            ),
        ),
        migrations.AddField(
            model_name="lifting",
            name="to_refund",
            field=models.PositiveIntegerField(default=0, verbose_name="tickets à rembourser"),
        ),
        migrations.AddField(
            model_name="lifting",
            name="total",
            field=models.PositiveBigIntegerField(default=0, help_text="en centimes", verbose_name="total"),
        ),
        migrations.AddField(
            model_name="lifting",
            name="withdraw_reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="raison du retrait"),
        ),
        migrations.AddField(
            model_name="lifting",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="retirée le"),
        ),
        migrations.AddField(
            model_name="lifting",
            name="withdrawn_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="retirée par",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="reason",
            field=models.CharField(
                blank=True, help_text="d’un ticket rendu (art. 7)", max_length=200, verbose_name="raison"
            ),
        ),
        migrations.AlterField(
            model_name="lifting",
            name="under_way",
            field=models.BooleanField(default=False, verbose_name="en cours"),
        ),
        migrations.AddConstraint(
            model_name="lifting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("confirmed_at", None), ("confirmed_by", None)),
                    models.Q(
                        ("confirmed_at__isnull", False),
                        ("confirmed_by__isnull", False),
                        ("withdrawn_at", None),
                        models.Q(("confirmed_by", models.F("by")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="two_people_a_lifting",
            ),
        ),
    ]
