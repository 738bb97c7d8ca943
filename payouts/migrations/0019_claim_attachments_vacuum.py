from django.db import migrations

OPTIONS = ("autovacuum_vacuum_threshold", "autovacuum_vacuum_scale_factor")
NAMES = [prefix + name for prefix in ("", "toast.") for name in OPTIONS]

# What an erasure leaves behind is removed by the next autovacuum, as of claims.
VACUUM = f"ALTER TABLE payouts_claimattachment SET ({', '.join(f'{name} = 0' for name in NAMES)})"
RESET = f"ALTER TABLE payouts_claimattachment RESET ({', '.join(NAMES)})"


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0018_claims_from_the_site"),
    ]

    operations = [
        migrations.RunSQL(VACUUM, RESET),
    ]
