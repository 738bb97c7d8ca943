"""Questions and their answers, which structured data tells too."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from public.templatetags.found import as_script

register = template.Library()


@register.simple_block_tag(takes_context=True)
def question(context: Context, content: str, anchor: str, asked: str, article: str = "") -> SafeString:
    """One question that opens on its answer; the page's `asked` list keeps both for `faq`."""
    context["asked"].append((asked, content.strip()))
    shown = {"anchor": anchor, "asked": asked, "answer": content, "article": article}
    return mark_safe(render_to_string("public/help/_question.html", shown))  # noqa: S308


@register.simple_tag(takes_context=True)
def faq(context: Context) -> SafeString:
    """schema.org's words for all the questions before this tag, their links whole."""
    told: dict[str, Any] = {"@context": "https://schema.org", "@type": "FAQPage", "inLanguage": "fr-FR"}
    told["mainEntity"] = [
        {"@type": "Question", "name": asked, "acceptedAnswer": {"@type": "Answer", "text": _whole(answer)}}
        for asked, answer in context["asked"]
    ]
    return as_script(told)


def _whole(answer: str) -> str:
    return answer.replace('href="/', f'href="{settings.SITE_URL}/')
