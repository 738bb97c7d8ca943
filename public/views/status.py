"""Is the site open: suspensions and incidents (art. 8.2)."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def page(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:status"], "public/status.html")
