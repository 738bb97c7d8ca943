"""Preparing a prize table: begun, copied, changed, as long as nobody has approved it."""

from collections import Counter
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from games.contents import Content
from games.refusals import Refusal
from games.registry import GAMES
from tickets.models import Game, PrizeTable, PrizeTier

ADD, CHANGE = "tickets.add_prizetable", "tickets.change_prizetable"
MOST_LINES = 150
WIDEST = 10_00  # hundredths of a percent around the share that the order fixes: beyond, nothing would be held to it
MOST_TICKETS = 10_000_000  # of a block, which has some hundreds of thousands (art. 3.2.1)
_USUAL = 300_000
Tiers = tuple[tuple[tuple[int, ...], int], ...]


class TableRefused(Refusal):
    """A change that can't be made to this table, or not by this person."""


@transaction.atomic
def begin_table(*, game_id: int, by: User) -> PrizeTable:
    """The next version of a game's prize table, without a line yet. Raises TableRefused, Game.DoesNotExist."""
    _allow(by, ADD)
    return _next_version(game_id, _USUAL, by)


@transaction.atomic
def copy_table(*, table_id: int, by: User) -> PrizeTable:
    """The next version, with the content of this one (art. 3.2.2). Raises TableRefused, PrizeTable.DoesNotExist."""
    _allow(by, ADD)
    source = PrizeTable.objects.get(pk=table_id)
    table = _next_version(source.game_id, source.block_size, by, share=source.share, tolerance=source.tolerance)
    _write_lines(table, tuple((tuple(tier.lots), tier.tickets) for tier in source.tiers.all()))
    return table


@transaction.atomic
def change_table(
    *, table_id: int, seen: str, block_size: int, share: int | None, tolerance: int | None, tiers: Tiers, by: User
) -> PrizeTable:
    """Make this the content of a table that nobody has approved; amounts in cents, shares in hundredths of a percent.

    `seen` is the fingerprint of what `by` started from. Raises TableRefused, PrizeTable.DoesNotExist.
    """
    _allow(by, CHANGE)
    table = PrizeTable.objects.select_for_update(of=("self",)).select_related("game").get(pk=table_id)
    if table.approved_at is not None:
        raise TableRefused("Ce tableau est approuvé\u00a0: il ne change plus. Faites-en une nouvelle version.")
    before = Content.of(table)
    after = replace(before, block_size=block_size, share=share, tolerance=tolerance, tiers=tiers)
    if seen != before.fingerprint:
        raise TableRefused("Ce tableau a changé depuis que vous l’avez ouvert\u00a0: rouvrez-le pour ne rien écraser.")
    if wrong := faults(after):
        raise TableRefused(" ".join(wrong))
    if after != before:
        table.block_size, table.share, table.tolerance, table.changed_by = block_size, share, tolerance, by
        table.save(update_fields=["block_size", "share", "tolerance", "changed_by"])
        _write_lines(table, tiers)
    return table


def faults(content: Content) -> list[str]:
    """What can't be kept of a content, even as a draft, in French."""
    lots = len(GAMES[content.slug].rules.LOTS)
    found = []
    if len(content.tiers) > MOST_LINES:
        found.append(f"Un tableau a {MOST_LINES} lignes au plus.")
    if (content.tolerance or 0) > WIDEST:
        found.append(f"La tolérance est de {WIDEST // 100}\u00a0% au plus.")
    if any(len(one) != lots or min(one) < 1 or tickets < 1 for one, tickets in content.tiers):
        found.append(f"Chaque ligne porte {lots} lots et un nombre de tickets, tous plus grands que zéro.")
    if max(content.tickets, content.block_size or 0) > MOST_TICKETS:
        found.append("Un bloc a dix millions de tickets au plus.")
    borne = Counter(one for one, _ in content.tiers)
    if twice := [place for place, (one, _) in enumerate(content.tiers, 1) if borne[one] > 1]:
        found.append(f"Les lignes {', '.join(map(str, twice))} portent les mêmes lots\u00a0: réunissez-les.")
    return found


def _allow(by: User, permission: str) -> None:
    if not by.has_perm(permission):
        raise TableRefused("Vous n’avez pas le droit de préparer un tableau de lots.")


def _next_version(
    game_id: int, block_size: int, by: User, *, share: int | None = None, tolerance: int | None = None
) -> PrizeTable:
    """The game's row is held, so that two people get two versions."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    last = game.prize_tables.aggregate(last=Max("version"))["last"] or 0
    fields = {"block_size": block_size, "share": share, "tolerance": tolerance, "changed_by": by}
    return PrizeTable.objects.create(game=game, version=last + 1, **fields)


def _write_lines(table: PrizeTable, tiers: Tiers) -> None:
    """Change the lines that differ, by their place; add those that are more, remove those that are less."""
    kept = {tier.position: tier for tier in table.tiers.all()}
    made = []
    for position, (lots, tickets) in enumerate(tiers, 1):
        tier = kept.pop(position, None)
        if tier is None:
            made.append(PrizeTier(table=table, position=position, lots=list(lots), tickets=tickets))
        elif (tuple(tier.lots), tier.tickets) != (lots, tickets):
            tier.lots, tier.tickets = list(lots), tickets
            tier.save(update_fields=["lots", "tickets"])
    PrizeTier.objects.bulk_create(made)
    table.tiers.filter(position__in=kept).delete()
