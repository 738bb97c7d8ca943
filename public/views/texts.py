"""Pages that are read: responsible play, personal data, legal notice, accessibility, security contact."""

from django.http import HttpRequest, HttpResponse

from public.pages import PAGES, read_only, show


@read_only
def responsible(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:responsible"], "public/texts/responsible.html")


@read_only
def privacy(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:privacy"], "public/texts/privacy.html")


@read_only
def legal(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:legal"], "public/texts/legal.html")


@read_only
def accessibility(request: HttpRequest) -> HttpResponse:
    """The accessibility statement (article 47 of the law of 11 February 2005)."""
    return show(request, PAGES["public:accessibility"], "public/texts/accessibility.html")


@read_only
def security(request: HttpRequest) -> HttpResponse:
    return HttpResponse("", content_type="text/plain; charset=utf-8")
