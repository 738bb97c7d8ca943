"""The database itself keeps the journal: it recomputes each digest, checks the link, and refuses any change."""

from django.db import migrations

CHECK = r"""
CREATE FUNCTION tickets_journal_check() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    before bytea := decode(repeat('00', 32), 'hex');
    body jsonb := NEW.text::jsonb;
    names text[] := ARRAY['ticket', 'booklet', 'block', 'emission', 'prize_table', 'game', 'site'];
BEGIN
    IF NEW.number > 1 THEN
        SELECT digest INTO before FROM tickets_journalentry
        WHERE subject = NEW.subject AND subject_id = NEW.subject_id AND number = NEW.number - 1;
    END IF;
    IF before IS DISTINCT FROM NEW.previous THEN
        RAISE EXCEPTION 'journal: entry % of % % does not follow', NEW.number, NEW.subject, NEW.subject_id;
    END IF;
    IF NEW.digest IS DISTINCT FROM
       sha256(convert_to(E'ILLIKO LIVE journal 1\n', 'UTF8') || NEW.previous || convert_to(NEW.text, 'UTF8')) THEN
        RAISE EXCEPTION 'journal: the digest of entry % of % % is wrong', NEW.number, NEW.subject, NEW.subject_id;
    END IF;
    IF body->'number' IS DISTINCT FROM to_jsonb(NEW.number) OR body->>'kind' IS DISTINCT FROM NEW.kind
       OR body->'subject_id' IS DISTINCT FROM to_jsonb(NEW.subject_id)
       OR body->>'subject' IS DISTINCT FROM names[NEW.subject] THEN
        RAISE EXCEPTION 'journal: the text of entry % of % % is not its own', NEW.number, NEW.subject, NEW.subject_id;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tickets_journal_check BEFORE INSERT ON tickets_journalentry
    FOR EACH ROW EXECUTE FUNCTION tickets_journal_check();
"""

REFUSE = """
CREATE FUNCTION tickets_journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'journal: % is refused, entries are only added', TG_OP;
END $$;
CREATE TRIGGER tickets_journal_no_change BEFORE UPDATE OR DELETE ON tickets_journalentry
    FOR EACH ROW EXECUTE FUNCTION tickets_journal_refuse();
CREATE TRIGGER tickets_journal_no_truncate BEFORE TRUNCATE ON tickets_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION tickets_journal_refuse();
"""

UNDO = """
DROP TRIGGER tickets_journal_no_truncate ON tickets_journalentry;
DROP TRIGGER tickets_journal_no_change ON tickets_journalentry;
DROP TRIGGER tickets_journal_check ON tickets_journalentry;
DROP FUNCTION tickets_journal_refuse();
DROP FUNCTION tickets_journal_check();
"""


class Migration(migrations.Migration):
    dependencies = [("tickets", "0001_offer_stock_journal")]

    operations = [migrations.RunSQL(CHECK + REFUSE, UNDO)]
