from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0009_claims_vacuum"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mark",
            name="kind",
            field=models.CharField(
                choices=[
                    ("void", "case de contrôle découverte"),
                    ("held", "retenu, soupçon de fraude"),
                    ("in_time", "présenté avant la forclusion"),
                    ("received", "détérioré, reçu pour contrôle"),
                    ("confirmed", "détérioré, confirmé valide"),
                    ("invalid", "détérioré, déclaré non valide"),
                ],
                max_length=10,
                verbose_name="sorte",
            ),
        ),
    ]
