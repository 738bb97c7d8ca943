"""Whether a claim came in time, and why, in one plain sentence (art. 10): the software decides, nobody else."""

from dataclasses import dataclass
from datetime import date

from django.utils import formats

from tickets.calendar import last_payment_day

CAME = {"post": "postée", "telephone": "faite par téléphone", "site": "faite sur le site"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether it is admissible, and the sentence that says so."""

    admissible: bool
    sentence: str


def judge(*, channel: str, exercised_on: date, emission_known: bool, closed_on: date | None) -> Verdict:
    """Judge the Paris day on which the right was exercised: the postmark's, the call's, the site's."""
    if not emission_known:
        return Verdict(True, "Recevable tant que l’émission du ticket est inconnue\u00a0: aucun délai ne se compte.")
    if closed_on is None:
        return Verdict(True, "Recevable\u00a0: cette émission n’a pas d’avis de clôture, aucun délai ne court.")
    last = last_payment_day(closed_on)
    came = f"{CAME[channel]} le {said(exercised_on)}"
    limit = f"le {said(last)} (90 jours après la clôture du {said(closed_on)}, art. 10)"
    if exercised_on <= last:
        return Verdict(True, f"Recevable\u00a0: {came}, au plus tard {limit}.")
    late = (exercised_on - last).days
    days = f"{late}\u00a0jour{'s' * (late > 1)}"
    return Verdict(False, f"Irrecevable\u00a0: {came}, {days} après le dernier jour, {limit}.")


def said(day: date) -> str:
    """A day in words: 1er mars 2026."""
    words = formats.date_format(day, "j F Y")
    return words.replace("1 ", "1er ", 1) if day.day == 1 else words
