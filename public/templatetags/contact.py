"""Customer service's address and hours, and whether somebody answers now (art. 10)."""

from datetime import timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.templatetags.french import written
from public import contact
from tickets.calendar import paris_day

register = template.Library()


@register.inclusion_tag("public/_contact.html")
def customer_service(classes: str = "") -> dict[str, Any]:
    """Address, telephone and hours."""
    hours = {"working_days": contact.WORKING_DAYS, "holidays": contact.HOLIDAYS}
    return {"name": contact.NAME, "address": contact.ADDRESS, "telephone": telephone(), "classes": classes, **hours}


@register.simple_tag
def telephone() -> SafeString:
    """The telephone, to be called by a touch."""
    return format_html('<a class="nb" href="tel:{}">{}</a>', contact.DIALLED, contact.TELEPHONE)


@register.simple_tag
def answers_now() -> str:
    """Whether somebody answers: "Ouvert en ce moment, jusqu’à 21 h", "Fermé en ce moment, rouvre lundi à 9 h"."""
    now = timezone.now()
    found, today = contact.opening(now), paris_day(now)
    hour = f"{found.hour}\u00a0h"
    if found.open:
        return f"Ouvert en ce moment, jusqu’à {hour}"
    named = {today: "aujourd’hui", today + timedelta(days=1): "demain"}
    return f"Fermé en ce moment, rouvre {named.get(found.day) or written(found.day, 'l')} à {hour}"
