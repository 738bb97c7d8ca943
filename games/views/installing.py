"""What a browser needs to install the site and to say that the network is gone; nothing of a play is kept by it."""

import re
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

PAPER = "#FFF8EC"  # --paper of the tokens
STAFF = ("/admin/", "/caisse/", "/compte/")  # no player's page: "votre partie est gardée" would be wrong there
ICONS = (
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("maskable-512.png", "512x512", "image/png", "maskable"),
    ("icon.svg", "any", "image/svg+xml", "any"),
)


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> JsonResponse:
    """The name, colours and icons of the installed site."""
    described = {
        "id": "/",
        "name": "ILLIKO LIVE",
        "short_name": "ILLIKO LIVE",
        "description": "Jouez en ligne la partie de votre ticket ILLIKO LIVE.",
        "lang": "fr",
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(f"favicon/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker; its text changes with the offline page or any file that page loads."""
    page = _offline_page()
    context = {
        "version": sha256(page.encode()).hexdigest()[:12],
        "page": reverse("games:offline"),
        "files": _static_files(page),
        "staff": STAFF,
    }
    return render(request, "games/service_worker.js", context, content_type="text/javascript; charset=utf-8")


@require_safe
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """The page shown without network."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    """Made without the request: a page browsers keep bears nobody's token."""
    return render_to_string("games/offline.html")


def _static_files(page: str) -> list[str]:
    return sorted(set(re.findall(rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"#]+)', page)))
