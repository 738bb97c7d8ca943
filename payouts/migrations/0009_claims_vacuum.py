from django.db import migrations

TABLES = ("payouts_claim", "payouts_claimevent")
OPTIONS = ("autovacuum_vacuum_threshold", "autovacuum_vacuum_scale_factor")
NAMES = [prefix + name for prefix in ("", "toast.") for name in OPTIONS]

# What an erasure leaves behind is removed by the next autovacuum, as of winners.
VACUUM = ";".join(f"ALTER TABLE {table} SET ({', '.join(f'{name} = 0' for name in NAMES)})" for table in TABLES)
RESET = ";".join(f"ALTER TABLE {table} RESET ({', '.join(NAMES)})" for table in TABLES)


class Migration(migrations.Migration):
    dependencies = [
        ("payouts", "0008_claims"),
    ]

    operations = [
        migrations.RunSQL(VACUUM, RESET),
    ]
