"""Every entry added to the journal waits in the outbox from the same transaction on; the log refuses any change."""

from django.db import migrations

FILL = """
CREATE FUNCTION tickets_journal_outbox() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO tickets_outbox (subject, subject_id, number, digest)
    VALUES (NEW.subject, NEW.subject_id, NEW.number, NEW.digest);
    RETURN NULL;
END $$;
CREATE TRIGGER tickets_journal_outbox AFTER INSERT ON tickets_journalentry
    FOR EACH ROW EXECUTE FUNCTION tickets_journal_outbox();
INSERT INTO tickets_outbox (subject, subject_id, number, digest)
SELECT subject, subject_id, number, digest FROM tickets_journalentry ORDER BY subject, subject_id, number;
"""
UNFILL = """
DROP TRIGGER tickets_journal_outbox ON tickets_journalentry;
DROP FUNCTION tickets_journal_outbox();
"""
GUARDED = ("leaf", "tile", "checkpoint")
REFUSE = """
CREATE TRIGGER tickets_{0}_no_change BEFORE UPDATE OR DELETE ON tickets_{0}
    FOR EACH ROW EXECUTE FUNCTION tickets_journal_refuse();
CREATE TRIGGER tickets_{0}_no_truncate BEFORE TRUNCATE ON tickets_{0}
    FOR EACH STATEMENT EXECUTE FUNCTION tickets_journal_refuse();
"""
ALLOW = "DROP TRIGGER tickets_{0}_no_truncate ON tickets_{0}; DROP TRIGGER tickets_{0}_no_change ON tickets_{0};"


class Migration(migrations.Migration):
    dependencies = [("tickets", "0003_seal")]

    operations = [
        migrations.RunSQL(FILL, UNFILL),
        *(migrations.RunSQL(REFUSE.format(table), ALLOW.format(table)) for table in GUARDED),
    ]
