from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0019_claim_attachments_vacuum"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="desk",
            index=models.Index(
                condition=models.Q(("kind", "payment_centre")),
                fields=["department", "town_key"],
                name="desk_payment_centres",
            ),
        ),
    ]
