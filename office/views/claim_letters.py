"""A letter to a claimant as it was made, to print or as PDF."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from office.access import office_page
from payouts import printing
from payouts.claiming import letters, numbers
from payouts.claiming.changing import HANDLE
from payouts.models import ClaimEvent
from payouts.models.sealed import Erased


@require_GET
@office_page(HANDLE)
def page(request: HttpRequest, user: User, number: int, event: int) -> HttpResponse:
    """The letter, with the button that prints it; 404 once it is erased."""
    around: dict[str, object] = {"number": number, "event": event, "pdf": printing.available(), "screen": True}
    return HttpResponse(_html(number, event, around))


@require_GET
@office_page(HANDLE)
def pdf(request: HttpRequest, user: User, number: int, event: int) -> HttpResponse:
    """The same as PDF; 404 where none can be made."""
    if not printing.available():
        raise Http404("Ce serveur ne fait pas de PDF.")
    return printing.download(_html(number, event, {}), f"reclamation-{number}-{event}")


def _html(number: int, event: int, around: dict[str, object]) -> str:
    try:
        key = numbers.key_of(number)
        found = ClaimEvent.objects.get(claim=key, number=event, kind=ClaimEvent.Kind.LETTER)
        return letters.html(found, around)
    except (numbers.BadClaimNumber, ClaimEvent.DoesNotExist, Erased) as error:
        raise Http404("Cette lettre n’existe pas, ou n’est plus gardée.") from error
