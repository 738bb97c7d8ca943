"""In every template, `pluralize` as French has it: nothing and one are singular."""

from collections.abc import Sized

from django import template
from django.template.defaultfilters import pluralize as english

register = template.Library()


@register.filter
def pluralize(counted: object, endings: str = "s") -> str:
    """0|pluralize -> "", 1|pluralize -> "", 2|pluralize -> "s"; "al,aux" gives either ending, as Django's does."""
    number = len(counted) if isinstance(counted, Sized) and not isinstance(counted, str) else counted
    return english(1 if number in (0, "0") else number, endings)
