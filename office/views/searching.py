"""The search boxes of lists: posted, answered by the list's address with what is searched, unless it holds a code."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from office.access import office_page
from tickets import code_within

PAGE = "page"  # the field that names the list's own address; each other one is of its query
REFUSED = (
    'Un code ne se cherche qu’à la page <a href="{}">Recherche</a>\u00a0: il n’apparaît ainsi dans aucune adresse.'
)


@sensitive_post_parameters()
@require_POST
@office_page()
def lead(request: HttpRequest, user: User) -> HttpResponse:
    """To the list, with the query in its address unless it holds a code. Raises PermissionDenied for another place."""
    query = request.POST.copy()
    page = str(query.pop(PAGE, [""])[-1])
    query.pop("csrfmiddlewaretoken", None)
    if not page.startswith(reverse("admin:index")):
        raise PermissionDenied("Ce n’est pas une liste de l’administration.")
    if any(map(code_within.holds, (text for _, texts in query.lists() for text in texts))):
        messages.error(request, format_html(REFUSED, reverse("office:search")))
        return redirect(page)
    return redirect(f"{page}?{query.urlencode()}")
