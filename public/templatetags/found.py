"""What search engines and shared links read of a page: addresses whole, under the site's own name."""

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from public.pages import PAGES, Page

register = template.Library()


@register.inclusion_tag("public/_found.html")
def found(page: Page | str) -> dict[str, Any]:
    """The head's lines about a page, given or named."""
    page = page if isinstance(page, Page) else PAGES[page]
    return {"page": page, "structured": _structured(page)}


@register.filter
def absolute(path: str) -> str:
    """ "/jeux/" -> "https://www.illikolive.com/jeux/"."""
    return settings.SITE_URL + path


@register.filter
def static_absolute(name: str) -> str:
    """The whole address of a static file."""
    return absolute(static(name))


def _structured(page: Page) -> SafeString:
    """schema.org's words: what the site is, on its first page; the way to the page, on the others."""
    home = PAGES["games:home"]
    told: dict[str, Any] = {"@context": "https://schema.org", "inLanguage": "fr-FR"}
    if page == home:
        told |= {"@type": "WebSite", "name": "ILLIKO LIVE", "url": absolute("/"), "description": page.description}
    else:
        way = [home, *([PAGES["public:games"]] if page.game else []), page]
        told = {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": _steps(way)}
    return as_script(told)


def as_script(told: dict[str, Any]) -> SafeString:
    """Structured data, as a page carries it."""
    return mark_safe(json_script(told).replace("application/json", "application/ld+json"))  # noqa: S308


def _steps(way: list[Page]) -> list[dict[str, Any]]:
    return [
        {"@type": "ListItem", "position": number, "name": page.title, "item": absolute(page.address)}
        for number, page in enumerate(way, 1)
    ]
