"""What was done with a claim, in words: its history on screen, and what is told to whom somebody else forestalled."""

from collections.abc import Callable, Iterable, Mapping

from django.contrib.auth.models import User

from payouts.models import Claim, ClaimEvent
from tickets import numbers

_Kind = ClaimEvent.Kind
_SITE, _CLAIMANT = "le site", "le joueur"
LETTERS = {
    "acknowledgement": "accusé de réception",
    "question": "question au joueur",
    "accepted": "décision favorable",
    "refused": "refus",
    "inadmissible": "irrecevabilité",
}
People = Mapping[int, str]


def people(events: Iterable[ClaimEvent]) -> People:
    """The names of all who appear in these events, in one statement."""
    keys = {key for event in events for key in (event.by_id, event.data.get("to")) if key}
    return {user.pk: name(user) for user in User.objects.filter(pk__in=keys)}


def name(user: User) -> str:
    """Someone's name, or their log-in."""
    return user.get_full_name() or user.get_username()


def who(event: ClaimEvent, known: People) -> str:
    """Who did it."""
    if event.by_id:
        return known[event.by_id]
    return _CLAIMANT if event.kind in (_Kind.ADDED, _Kind.WITHDRAWN) else _SITE


def done(event: ClaimEvent, known: People) -> str:
    """What was done, after the name of who did: "a écrit une note"."""
    word = _WORDS[event.kind]
    return word if isinstance(word, str) else word(event, known)


def _assigned(event: ClaimEvent, known: People) -> str:
    to = event.data["to"]
    if to is None:
        return "a laissé la réclamation à qui la prendra"
    return "a pris la réclamation" if to == event.by_id else f"a confié la réclamation à {known[to]}"


def _moved(event: ClaimEvent, known: People) -> str:
    return f"a mis la réclamation «\u00a0{Claim.Status(event.data['status']).label}\u00a0»"


def _decided(event: ClaimEvent, known: People) -> str:
    added = {"refund": ", avec remboursement", "mark": ", avec paiement après le délai"}
    more = "".join(words for key, words in added.items() if event.data.get(key))
    return f"a décidé\u00a0: {Claim.Outcome(event.data['outcome']).label}{more}"


def _ticket(event: ClaimEvent, known: People) -> str:
    ticket = event.data["ticket"]
    return f"a rattaché le ticket {numbers.shown(ticket)}" if ticket else "a rattaché une émission"


def _letter(event: ClaimEvent, known: People) -> str:
    if event.data.get("on_site"):
        return "a posé une question sur le site"
    return f"a fait une lettre\u00a0: {LETTERS[event.data['letter']]}"


_WORDS: dict[str, str | Callable[[ClaimEvent, People], str]] = {
    _Kind.RECEIVED: "a enregistré la réclamation",
    _Kind.TICKET: _ticket,
    _Kind.ASSIGNED: _assigned,
    _Kind.MOVED: _moved,
    _Kind.NOTE: "a écrit une note",
    _Kind.CORRECTED: "a corrigé les coordonnées ou le récit",
    _Kind.LETTER: _letter,
    _Kind.DECIDED: _decided,
    _Kind.CLOSED: "a classé la réclamation",
    _Kind.REOPENED: "a rouvert la réclamation",
    _Kind.GIVEN: "a remis au joueur une copie de ses données",
    _Kind.ERASED: "a effacé les données du joueur",
    _Kind.ADDED: "a complété sa réclamation sur le site",
    _Kind.WITHDRAWN: "a retiré sa réclamation sur le site",
    _Kind.ENTRUSTED: "a donné un code de suivi au joueur",
}
