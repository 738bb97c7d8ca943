"""Is the site open: suspensions, incidents, the seal (art. 8.2, 3.3.9, 4.4.2)."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from public import status
from public.pages import PAGES, show
from tickets.seal import health

FRESH = 5  # seconds: who asks whether it works again must not be told of a minute ago


@require_safe
@cache_control(public=True, max_age=FRESH)
def page(request: HttpRequest) -> HttpResponse:
    """What is open now, what was closed in the last twelve months, and whether plays are sealed."""
    at = timezone.now()
    seal = health.of_seal(at)
    told = {"at": at, "status": status.at_moment(at), "seal": seal, "age": _seconds(seal)}
    return show(request, PAGES["public:status"], "public/status.html", told)


def _seconds(seal: health.Seal) -> int | None:
    """How long ago the last seal was made."""
    return max(0, int((seal.at - seal.signed_at).total_seconds())) if seal.signed_at else None
