"""Winners, as far as article 6.3 lets them be told."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def page(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:winners"], "public/winners.html")
