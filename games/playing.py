"""One step of a play: the choice, its draws, the new state and the journal entry are committed together."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from games import additional
from games.models import Play
from games.refusals import StaleStep, StepRefused
from games.rules.dealer import Dealer, Live
from games.rules.game import IllegalChoice
from tickets import record
from tickets.journal.chain import Subject


@transaction.atomic(durable=True)
def play_step(*, play_id: uuid.UUID, step: int, data: Mapping[str, str], dealer: Dealer | None = None) -> Play:
    """Play the step numbered `step` (from 0) with the choice named by the posted fields `data` (art. 3.1.2).

    Raises StaleStep when that step was already made, StepRefused when it can't be made; both leave the
    play as it is. Raises Play.DoesNotExist.
    """
    play = Play.objects.for_step().select_for_update(of=("self",)).get(pk=play_id)
    at = timezone.now()
    _refuse(play, step, at)
    dealer = dealer or Live()
    rules = play.game.rules
    try:
        choice = rules.choice_from(data)
        state = rules.play(play.load(), choice, dealer)
    except IllegalChoice as error:
        raise StepRefused(error.message, play) from error
    play.store(state, at)
    _record(play, choice, dealer, at)
    if play.ended_at is not None and play.additional:
        additional.draw(play, dealer, at)
    play.step += 1
    play.save(update_fields=["state", "step", "ended_at", "outcome", "amount", "entries", "head"])
    return play


def _refuse(play: Play, step: int, at: datetime) -> None:
    if step != play.step:
        raise StaleStep(
            "Cette étape est déjà jouée\u00a0: votre premier choix est gardé. Voici où en est la partie.", play
        )
    if play.ended_at is not None:
        raise StepRefused("Cette partie est terminée.", play)
    if play.status(at) == "expired":
        raise StepRefused("Le délai de trente jours est passé\u00a0: cette partie est expirée.", play)
    if play.suspension:
        raise StepRefused(play.suspension, play)


def _record(play: Play, choice: Any, dealer: Dealer, at: datetime) -> None:
    data = {
        "play": str(play.id),
        "step": play.step,
        "choice": msgspec.to_builtins(choice),
        "draws": [{"name": d.name, "among": d.among, "result": d.result} for d in dealer.draws],
        "outcome": play.outcome or None,
        "amount": play.amount,
    }
    play.entries, play.head = record.append(Subject.TICKET, play.ticket_id, "step", data, at=at, after=play.chain_head)
