"""Approving a prize table: a second person does; what each line pays is computed from the rules, and all is locked."""

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone

from games import laws
from games.contents import Content
from games.refusals import Refusal
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import PrizeTable, PrizeTier

PERMISSION = "tickets.approve_prizetable"


class NotApprovable(Refusal):
    """The table can't serve as it is, or not by this person's word; the message says why."""


def approve_prize_table(*, table_id: int, by: User, seen: str | None = None) -> PrizeTable:
    """Write each tier's expected payout (a fraction of cents) and the table's journal entry (art. 2.3, 3.2.1-3.2.2).

    `seen` is the fingerprint of what `by` has read. Raises NotApprovable, PrizeTable.DoesNotExist.
    """
    slug = PrizeTable.objects.values_list("game__slug", flat=True).get(pk=table_id)
    computed = laws.computed(slug)  # before anything is locked
    table = _approve(table_id, by, seen, computed)
    laws.keep(slug, computed)
    return table


def refusal(table: PrizeTable, by: User) -> str | None:
    """Why this person can't approve this table, whatever it says; None when they can."""
    if table.approved_at is not None:
        return "Ce tableau est déjà approuvé."
    if not by.has_perm(PERMISSION):
        return "Vous n’avez pas le droit d’approuver un tableau de lots."
    if table.changed_by_id == by.pk:
        return "Vous avez changé ce tableau le dernier\u00a0: une autre personne doit l’approuver."
    return None


def ready_for(by: User | AnonymousUser) -> list[PrizeTable]:
    """Tables whose lines and share are complete, which this person did not change last; their return is not judged."""
    drafts = PrizeTable.objects.filter(approved_at=None).exclude(changed_by=by.pk)
    tables = drafts.select_related("game").prefetch_related("tiers")
    return [table for table in tables if not Content.of(table).obstacles([])]


@transaction.atomic
def _approve(table_id: int, by: User, seen: str | None, computed: laws.Laws) -> PrizeTable:
    table = PrizeTable.objects.select_for_update(of=("self",)).select_related("game").get(pk=table_id)
    tiers, content = list(table.tiers.all()), Content.of(table)
    _check(table, tiers, content, by, seen, computed)
    for tier, expected in zip(tiers, content.expected(computed), strict=True):
        tier.expected = str(expected)
    PrizeTier.objects.bulk_update(tiers, ["expected"])
    table.approved_at, table.approved_by = timezone.now(), by
    table.save(update_fields=["approved_at", "approved_by"])
    _note(table, tiers)
    return table


def _check(
    table: PrizeTable, tiers: list[PrizeTier], content: Content, by: User, seen: str | None, computed: laws.Laws
) -> None:
    if refused := refusal(table, by):
        raise NotApprovable(refused)
    if seen is not None and seen != content.fingerprint:
        raise NotApprovable("Ce tableau a changé depuis que vous l’avez lu\u00a0: relisez-le.")
    if [tier.position for tier in tiers] != list(range(1, len(tiers) + 1)):
        raise NotApprovable("Les lignes doivent être numérotées à partir de 1, sans trou.")
    obstacles = content.obstacles([]) or content.obstacles(content.ways(computed))
    if obstacles:
        raise NotApprovable(" ".join(obstacles))


def _note(table: PrizeTable, tiers: list[PrizeTier]) -> None:
    assert table.approved_at is not None and table.approved_by is not None, "noted once it is approved"
    data = {
        "game": table.game.slug,
        "price": table.game.price,
        "version": table.version,
        "block_size": table.block_size,
        "share": table.share,
        "tolerance": table.tolerance,
        "lines": [{"lots": tier.lots, "tickets": tier.tickets, "expected": tier.expected} for tier in tiers],
        "changed_by": table.changed_by_id,
        "by": table.approved_by.pk,
    }
    record.note(Subject.PRIZE_TABLE, table.pk, "approve", data, at=table.approved_at)
