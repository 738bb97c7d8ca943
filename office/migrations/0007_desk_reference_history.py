import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("office", "0006_history_of_reglements_and_incidents"),
        ("payouts", "0016_desks_found_and_imported"),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="trackeddesk",
            name="modification_update",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="trackeddesk",
            name="ajout_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="trackeddesk",
            name="suppression_delete",
        ),
        migrations.AddField(
            model_name="deskevent",
            name="reference",
            field=models.CharField(
                blank=True,
                help_text="numéro du point de vente, par lequel un fichier importé le retrouve",
                max_length=20,
                null=True,
                verbose_name="référence",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="trackeddesk",
            trigger=pgtrigger.compiler.Trigger(
                name="modification_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition='WHEN (OLD."agreed" IS DISTINCT FROM (NEW."agreed") OR OLD."department" IS DISTINCT FROM (NEW."department") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."kind" IS DISTINCT FROM (NEW."kind") OR OLD."name" IS DISTINCT FROM (NEW."name") OR OLD."postcode" IS DISTINCT FROM (NEW."postcode") OR OLD."reference" IS DISTINCT FROM (NEW."reference") OR OLD."region" IS DISTINCT FROM (NEW."region") OR OLD."street" IS DISTINCT FROM (NEW."street") OR OLD."town" IS DISTINCT FROM (NEW."town") OR OLD."transfers" IS DISTINCT FROM (NEW."transfers"))',
                    func='INSERT INTO "office_deskevent" ("agreed", "department", "id", "kind", "name", "pgh_context", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "postcode", "reference", "region", "street", "town", "transfers") VALUES (NEW."agreed", NEW."department", NEW."id", NEW."kind", NEW."name", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_id\', TRUE), \'\'), NULL)::UUID, NOW(), \'modification\', NEW."id", NEW."postcode", NEW."reference", NEW."region", NEW."street", NEW."town", NEW."transfers"); RETURN NULL;',
                    hash="720dbdc06cc20d51b98eb029dfbe2ee0a7da88fd",
                    operation="UPDATE",
                    pgid="pgtrigger_modification_update_ca7a5",
                    table="payouts_desk",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="trackeddesk",
            trigger=pgtrigger.compiler.Trigger(
                name="ajout_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "office_deskevent" ("agreed", "department", "id", "kind", "name", "pgh_context", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "postcode", "reference", "region", "street", "town", "transfers") VALUES (NEW."agreed", NEW."department", NEW."id", NEW."kind", NEW."name", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_id\', TRUE), \'\'), NULL)::UUID, NOW(), \'ajout\', NEW."id", NEW."postcode", NEW."reference", NEW."region", NEW."street", NEW."town", NEW."transfers"); RETURN NULL;',
                    hash="73f572fee2fc5906853d85d3a345a7a8c1da318f",
                    operation="INSERT",
                    pgid="pgtrigger_ajout_insert_9cd42",
                    table="payouts_desk",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="trackeddesk",
            trigger=pgtrigger.compiler.Trigger(
                name="suppression_delete",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "office_deskevent" ("agreed", "department", "id", "kind", "name", "pgh_context", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "postcode", "reference", "region", "street", "town", "transfers") VALUES (OLD."agreed", OLD."department", OLD."id", OLD."kind", OLD."name", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_id\', TRUE), \'\'), NULL)::UUID, NOW(), \'suppression\', OLD."id", OLD."postcode", OLD."reference", OLD."region", OLD."street", OLD."town", OLD."transfers"); RETURN NULL;',
                    hash="022da0a637a1af434628e9c727c42b33a2c1ef62",
                    operation="DELETE",
                    pgid="pgtrigger_suppression_delete_5083e",
                    table="payouts_desk",
                    when="AFTER",
                ),
            ),
        ),
    ]
