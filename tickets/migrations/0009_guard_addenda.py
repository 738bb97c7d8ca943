"""An approved addendum and its lots are changed by nobody; what is left of a lot only grows less."""

from django.db import migrations

GUARD = """
CREATE FUNCTION tickets_guard_addendum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.approved_at IS NOT NULL THEN
        RAISE EXCEPTION 'an approved addendum is not changed';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON tickets_addendum
    FOR EACH ROW EXECUTE FUNCTION tickets_guard_addendum();

CREATE FUNCTION tickets_guard_additionallot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    approved timestamptz;  -- read under a lock: an approval under way is waited for
    changed tickets_additionallot := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.left <= OLD.left THEN
        changed.left := NEW.left;
        IF NEW IS NOT DISTINCT FROM changed THEN
            RETURN NEW;
        END IF;
    END IF;
    SELECT approved_at INTO approved FROM tickets_addendum WHERE id = changed.addendum_id FOR SHARE;
    IF approved IS NOT NULL THEN
        RAISE EXCEPTION 'the lots of an approved addendum are not changed';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON tickets_additionallot
    FOR EACH ROW EXECUTE FUNCTION tickets_guard_additionallot();
"""
RELEASE = """
DROP TRIGGER guard ON tickets_additionallot;
DROP TRIGGER guard ON tickets_addendum;
DROP FUNCTION tickets_guard_additionallot();
DROP FUNCTION tickets_guard_addendum();
"""


class Migration(migrations.Migration):
    dependencies = [("tickets", "0008_addenda")]

    operations = [migrations.RunSQL(GUARD, RELEASE)]
