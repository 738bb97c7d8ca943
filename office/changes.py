"""Who changed what of one row, read from the history that the database keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import BooleanField, Model

MOST = 50  # the latest ones shown


@dataclass(frozen=True, slots=True)
class Change:
    """One event: of what, when, by whom (nothing for a command), and each field with what it became, in French."""

    of: str
    at: datetime
    who: str
    label: str
    fields: tuple[tuple[str, str], ...]


def changes(model: type[Model], event: str, key: Any) -> list[Change]:
    """The events of a row of `model`, the latest first; `event` names their table (see models/history.py)."""
    events = list(apps.get_model("office", event).objects.filter(pgh_obj_id=key).order_by("-pgh_id")[:MOST])
    names = _names({_by(one) for one in events})
    before = {newer.pgh_id: older for newer, older in pairwise(events)}
    return [
        Change(
            of=str(model._meta.verbose_name),
            at=one.pgh_created_at,
            who=names.get(_by(one), ""),
            label=one.pgh_label,
            fields=_differing(model, one, before.get(one.pgh_id)),
        )
        for one in events
    ]


def _by(event: Any) -> int:
    """Who made a change; 0 when nobody was signed in."""
    return int((event.pgh_context or {}).get("user") or 0)


def _names(users: Iterable[int]) -> Mapping[int, str]:
    known = set(users) - {0}
    return dict(User.objects.filter(pk__in=known).values_list("pk", "username")) if known else {}


def _differing(model: type[Model], after: Any, before: Any) -> tuple[tuple[str, str], ...]:
    """What differs from the event before; of the first one, what is set."""
    every = [field for field in model._meta.concrete_fields if not field.primary_key and not field.is_relation]
    differing = [field for field in every if _value(field, after) != _value(field, before)]
    return tuple((str(field.verbose_name), _shown(field, _value(field, after))) for field in differing)


def _value(field: Any, event: Any) -> Any:
    """A field's value in an event; before the first one, that of a field that is not set."""
    return getattr(event, field.attname) or None if event else None


def _shown(field: Any, value: Any) -> str:
    if isinstance(field, BooleanField):
        return "oui" if value else "non"
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    return "rien" if value is None else str(value)
