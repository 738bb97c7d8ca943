"""The règlement's articles on a page: each with its number and an anchor that other pages link to."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
TITLES = {
    "1": "De quoi parle ce règlement",
    "2": "L’offre",
    "3": "Le ticket et la partie",
    "4": "Faire reconnaître un ticket gagnant",
    "5": "Être payé",
    "6": "Vos données",
    "7": "Ticket mal imprimé",
    "8": "Pannes et suspensions",
    "9": "Dernier jour de paiement",
    "10": "Réclamations",
    "11": "Fraude",
    "12": "À qui sont les tickets",
    "13": "Accepter le règlement",
    "14": "Publication et changements",
}


@register.simple_block_tag
def article(content: str, number: str, annex: int | None = None) -> SafeString:
    """What is between the tags, under the number "3.2.7": `art-3-2-7`, or `annexe-1-3-2` in an annex."""
    row = '<div class="rule" id="{}"><p class="rule-number">{}</p><div>{}</div></div>'
    return format_html(row, anchor(number, annex), number, content)


@register.simple_tag
def heading(number: str, title: str = "", annex: int | None = None) -> SafeString:
    """The heading of an article, "Article 3. …", or of one of its parts, "3.2. …"."""
    level, name = (4, number) if "." in number else (3, f"Article\u00a0{number}")
    return format_html('<h{} id="{}">{}. {}</h{}>', level, anchor(number, annex), name, title or TITLES[number], level)


def anchor(number: str, annex: int | None = None) -> str:
    """What a link to an article ends with."""
    dashed = number.replace(".", "-")
    return f"annexe-{annex}-{dashed}" if annex else f"art-{dashed}"
