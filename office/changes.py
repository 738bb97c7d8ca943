"""Who changed what of one row, read from the history that the database keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from itertools import groupby, pairwise
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import BooleanField, Model
from pghistory.models import Event

from games.templatetags.french import euros, paris_moment, written

MOST = 50  # the latest ones shown
HISTORY = "office.view_history"


@dataclass(frozen=True, slots=True)
class Change:
    """One event: of what, when, by whom (nothing for a command), and each field with what it became, in French."""

    of: str
    at: datetime
    who: str
    label: str
    fields: tuple[tuple[str, str], ...]


@cache
def tracked() -> Mapping[type[Model], type[Event]]:
    """The models of whose rows each change is kept, and the tables that keep them (see models/history.py)."""
    tables = (one for one in apps.get_app_config("office").get_models() if issubclass(one, Event))
    with_key = (one for one in tables if any(field.name == "pgh_obj" for field in one._meta.fields))
    return {_of(one): one for one in with_key}


def _of(table: type[Event]) -> type[Model]:
    assert table.pgh_tracked_model is not None
    found: type[Model] = table.pgh_tracked_model._meta.concrete_model
    return found


def changes(model: type[Model], **of: Any) -> list[Change]:
    """The events of the rows of `model` that `of` finds, the latest first. Raises KeyError for what is not tracked."""
    events: list[Any] = list(tracked()[model].objects.filter(**of).order_by("-pgh_id")[:MOST])
    names = _names({_by(one) for one in events})
    rows = groupby(sorted(events, key=lambda one: (str(one.pgh_obj_id), -one.pgh_id)), lambda one: one.pgh_obj_id)
    before = {newer.pgh_id: older for _, row in rows for newer, older in pairwise(row)}
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
    kept = {field.name for field in after._meta.fields}
    told = (field for field in model._meta.concrete_fields if not field.primary_key and not field.is_relation)
    every = [field for field in told if field.name in kept]
    differing = [field for field in every if _value(field, after) != _value(field, before)]
    return tuple((str(field.verbose_name), shown(field, _value(field, after))) for field in differing)


def _value(field: Any, event: Any) -> Any:
    """A field's value in an event; before the first one, that of a field that is not set."""
    return getattr(event, field.attname) or None if event else None


def shown(field: Any, value: Any) -> str:
    """A field's value in French; nothing is told to be nothing."""
    if isinstance(field, BooleanField):
        return "oui" if value else "non"
    if isinstance(value, datetime):
        return paris_moment(value)
    if isinstance(value, date):
        return written(value)
    if isinstance(value, list):  # of a tier's lots
        return " / ".join(euros(lot) for lot in value)
    return "rien" if value is None or value == "" else str(value)
