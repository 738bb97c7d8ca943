"""What a claimant attached, shown to customer service: never as anything that a browser would run (art. 10)."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from office.access import office_page
from payouts.claiming import numbers
from payouts.claiming.changing import HANDLE
from payouts.models import ClaimAttachment
from payouts.models.sealed import Erased
from payouts.personal import Unreadable

_SHOWN = {  # type, disposition, ending of its name
    ClaimAttachment.Kind.PHOTO: ("image/jpeg", "inline", "jpg"),
    ClaimAttachment.Kind.PDF: ("application/pdf", "attachment", "pdf"),
}


@require_GET
@office_page(HANDLE)
def page(request: HttpRequest, user: User, number: int, event: int, attachment: int) -> HttpResponse:
    """A photo, or a document to keep as a file; 404 once it is erased."""
    try:
        found = ClaimAttachment.objects.get(event__claim=numbers.key_of(number), event__number=event, number=attachment)
        content = found.file
    except (numbers.BadClaimNumber, ClaimAttachment.DoesNotExist, Erased, Unreadable) as error:
        raise Http404("Cette pièce n’existe pas, ou ne se lit plus.") from error
    kind, disposition, ending = _SHOWN[ClaimAttachment.Kind(found.kind)]
    name = f"reclamation-{number}-{event}-{attachment}.{ending}"
    headers = {
        "Content-Disposition": f'{disposition}; filename="{name}"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type=kind, headers=headers)
