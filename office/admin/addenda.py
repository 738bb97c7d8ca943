"""Addenda in the admin: additional lots prepared by one person and approved by another (art. 3.2.8)."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils import timezone

from games.templatetags.french import euros
from office.admin.as_read import AsRead, ReadFirst
from office.admin.inlines import Labelled
from office.fields import IN_ADMIN, Text
from payouts.asking import euros as cents
from payouts.means import CASH_LIMIT
from tickets.adding import PERMISSION, NotApprovable, approve_addendum, fingerprint
from tickets.calendar import far, paris_day
from tickets.models import Addendum, AdditionalLot

if TYPE_CHECKING:
    AddendaAdmin = admin.ModelAdmin[Addendum]
    LotsInline = admin.TabularInline[AdditionalLot, Addendum]
else:
    AddendaAdmin, LotsInline = admin.ModelAdmin, admin.TabularInline


DEAREST = 1_000_000_00


class AddendumForm(AsRead):
    """An addendum, its days in order."""

    def clean(self) -> dict[str, Any] | None:
        """What can't be is told beside its field."""
        cleaned, today = super().clean(), paris_day(timezone.now())
        days = {name: self.cleaned_data.get(name) for name in ("published_on", "starts_on", "ends_on")}
        for name, day in days.items():
            if day and far(day, today):
                self.add_error(name, "Cette date est à plus de dix ans d’aujourd’hui.")
        if days["starts_on"] and days["ends_on"] and days["ends_on"] < days["starts_on"]:
            self.add_error("ends_on", "Le dernier jour vient après le premier.")
        return cleaned


class LotForm(forms.ModelForm):  # type: ignore[type-arg]
    """A line, its value typed in euros."""

    euros = Text(label="Valeur, en euros", max_length=20, widget=forms.TextInput(attrs={"size": 10}))
    count = forms.IntegerField(label="Nombre", min_value=1, max_value=1_000_000)

    class Meta:
        model = AdditionalLot
        fields = ("description", "euros", "in_kind", "one_in", "count")
        field_classes: ClassVar[dict[str, Any]] = {"description": Text}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["euros"].initial = euros(self.instance.value).removesuffix("\u00a0€")

    def clean_euros(self) -> int:
        """The value in cents."""
        try:
            value = cents(self.cleaned_data["euros"])
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        if not value:
            raise forms.ValidationError("Un lot vaut quelque chose.")
        if value > DEAREST:
            raise forms.ValidationError(f"Un lot vaut {euros(DEAREST)} au plus.")
        return value

    def clean(self) -> dict[str, Any] | None:
        """What is not in kind is paid in cash, as every desk may (art. 5.2)."""
        cleaned = super().clean()
        if not self.cleaned_data.get("in_kind") and self.cleaned_data.get("euros", 0) > CASH_LIMIT:
            self.add_error(
                "euros", f"Un lot en argent est de {euros(CASH_LIMIT)} au plus\u00a0: il se paie en espèces."
            )
        return cleaned

    def save(self, commit: bool = True) -> AdditionalLot:
        """The line, all its lots being left."""
        self.instance.value, self.instance.left = self.cleaned_data["euros"], self.cleaned_data["count"]
        saved: AdditionalLot = super().save(commit)
        return saved


class Numbered(Labelled):
    """Lines numbered in the order of the form."""

    def save(self, commit: bool = True) -> list[AdditionalLot]:
        """Number those that are new after those that are there."""
        last = max((form.instance.position or 0 for form in self.initial_forms), default=0)
        for place, form in enumerate(self.extra_forms, last + 1):
            form.instance.position = place
        return super().save(commit)


class Lots(LotsInline):
    """The lots of an addendum, edited in place until it is approved."""

    model, form, formset = AdditionalLot, LotForm, Numbered
    extra = 1
    readonly_fields = ("left",)

    @admin.display(description="Valeur, en euros")
    def euros(self, lot: AdditionalLot) -> str:
        """What stands in the place of the form's field for who only reads, an approver first of all."""
        return euros(lot.value)

    def get_extra(self, request: HttpRequest, obj: Addendum | None = None, **kwargs: Any) -> int:
        return 0 if obj and obj.lots.exists() else 1

    def has_change_permission(self, request: HttpRequest, obj: Addendum | None = None) -> bool:
        return _open(obj) and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Addendum | None = None) -> bool:
        return _open(obj) and super().has_add_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Addendum | None = None) -> bool:
        return _open(obj) and super().has_delete_permission(request, obj)


@admin.register(Addendum)
class AddendumAdmin(ReadFirst, AddendaAdmin):
    """Changed while it is prepared; once approved it is only read, by everybody."""

    form = AddendumForm
    list_display = ("event", "game", "starts_on", "ends_on", "approved_at")
    list_filter = (("approved_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game",)
    fields = (
        ("event", "game"),
        ("reference", "published_on"),
        ("starts_on", "ends_on"),
        ("prepared_by", "approved_by", "approved_at"),
    )
    readonly_fields = ("prepared_by", "approved_by", "approved_at")
    ordering = ("-starts_on",)
    inlines = (Lots,)
    formfield_overrides = IN_ADMIN

    def save_model(self, request: HttpRequest, obj: Addendum, form: Any, change: bool) -> None:
        """Who changes it last prepared it: they don't approve it."""
        obj.prepared_by_id = request.user.pk  # type: ignore[assignment]
        super().save_model(request, obj, form, change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Lines alone are a change too."""
        super().save_formset(request, form, formset, change)
        Addendum.objects.filter(pk=form.instance.pk).update(prepared_by=request.user)

    def has_change_permission(self, request: HttpRequest, obj: Addendum | None = None) -> bool:
        return _open(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Addendum | None = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **options: Any) -> HttpResponse:
        """With the button of approval, for who may press it, and what they read."""
        found = Addendum.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        shown = {"may_approve": request.user.has_perm(PERMISSION), "read": fingerprint(found) if found else ""}
        return super().change_view(request, object_id, *args, **options | {"extra_context": shown})

    def get_urls(self) -> list[URLPattern]:
        """The address of the approval, before the admin's own."""
        view = self.admin_site.admin_view(approve)
        return [path("<int:addendum_id>/approuver/", view, name="tickets_addendum_approve"), *super().get_urls()]


def approve(request: HttpRequest, addendum_id: int) -> HttpResponse:
    """Approve, or say why not."""
    get_object_or_404(Addendum, pk=addendum_id)
    if request.method == "POST":
        try:
            approve_addendum(addendum_id=addendum_id, by=request.user, seen=request.POST.get("read", ""))  # type: ignore[arg-type]
            messages.success(request, "L’additif est approuvé\u00a0: il ne change plus.")
        except NotApprovable as refused:
            messages.error(request, str(refused))
    return redirect("admin:tickets_addendum_change", addendum_id)


def _open(addendum: Addendum | None) -> bool:
    return addendum is None or addendum.approved_at is None
