"""The règlement in force and its versions (art. 13-14)."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def page(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:reglement"], "public/reglement.html")
