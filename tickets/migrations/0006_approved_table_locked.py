"""The database itself keeps an approved prize table as it was approved: neither it nor its lines can change."""

from django.db import migrations

LOCK = """
CREATE FUNCTION tickets_prizetable_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'prize table %: approved, % is refused', OLD.id, TG_OP;
END $$;
CREATE TRIGGER tickets_prizetable_locked BEFORE UPDATE OR DELETE ON tickets_prizetable
    FOR EACH ROW WHEN (OLD.approved_at IS NOT NULL) EXECUTE FUNCTION tickets_prizetable_locked();
CREATE FUNCTION tickets_prizetier_locked() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    -- FOR SHARE waits for an approval under way, and sees it.
    PERFORM 1 FROM tickets_prizetable WHERE id IN (OLD.table_id, NEW.table_id) FOR SHARE;
    IF EXISTS (SELECT FROM tickets_prizetable
               WHERE id IN (OLD.table_id, NEW.table_id) AND approved_at IS NOT NULL) THEN
        RAISE EXCEPTION 'prize table %: approved, % of a line is refused', COALESCE(OLD.table_id, NEW.table_id), TG_OP;
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER tickets_prizetier_locked BEFORE INSERT OR UPDATE OR DELETE ON tickets_prizetier
    FOR EACH ROW EXECUTE FUNCTION tickets_prizetier_locked();
"""
UNLOCK = """
DROP TRIGGER tickets_prizetier_locked ON tickets_prizetier;
DROP TRIGGER tickets_prizetable_locked ON tickets_prizetable;
DROP FUNCTION tickets_prizetier_locked();
DROP FUNCTION tickets_prizetable_locked();
"""


class Migration(migrations.Migration):
    dependencies = [("tickets", "0005_prize_table_share")]

    operations = [migrations.RunSQL(LOCK, UNLOCK)]
