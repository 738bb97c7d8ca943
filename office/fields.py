"""The fields of staff's forms: anything may be written there, but no ticket's code."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from tickets import code_within


class Text(forms.CharField):
    """A text."""

    def validate(self, value: str | None) -> None:
        """As usual, and refused when it holds what reads as a code; None is nothing typed."""
        super().validate(value)
        try:
            code_within.refuse(value or "")
        except code_within.CodeWithin as error:
            raise ValidationError(str(error)) from error


IN_ADMIN: dict[Any, dict[str, Any]] = {  # a ModelAdmin's formfield_overrides
    models.CharField: {"form_class": Text},
    models.TextField: {"form_class": Text},
}
