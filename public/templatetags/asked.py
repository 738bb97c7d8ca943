"""Questions and their answers, which structured data tells too."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from public.templatetags.articles import anchor
from public.templatetags.found import as_script

register = template.Library()


@register.simple_block_tag(takes_context=True)
def question(context: Context, content: str, name: str, asked: str, articles: str = "") -> SafeString:
    """One question, under a name to link to, that opens on its answer and the articles that say so, "3.3.4 3.3.5".

    The page's `asked` list keeps question and answer for `faq`.
    """
    context["asked"].append((asked, content.strip()))
    said = [(number, anchor(number)) for number in articles.split()]
    shown = {"name": name, "asked": asked, "answer": content, "articles": said}
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
