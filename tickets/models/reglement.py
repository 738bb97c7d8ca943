"""The versions of the règlement, and where the Journal officiel published each (art. 14)."""

from django.core.validators import URLValidator
from django.db import models


class Reglement(models.Model):
    """A version that start entries name; its row comes with the code that carries it out, staff fill in the rest."""

    kept = True

    version = models.DateField("version", unique=True, editable=False, help_text="le jour où il a été fait")
    reference = models.CharField("référence au Journal officiel", max_length=200, blank=True)
    published_on = models.DateField("publié le", null=True, blank=True)
    in_force_on = models.DateField("en vigueur depuis le", null=True, blank=True)
    address = models.CharField(
        "adresse du texte officiel",
        max_length=300,
        blank=True,
        validators=[URLValidator(schemes=["https"])],
        help_text="sur le site du Journal officiel",
    )
    changes = models.TextField(
        "ce qui a changé",
        max_length=2000,
        blank=True,
        help_text="depuis la version précédente, en mots simples ; rien pour la première",
    )

    class Meta:
        verbose_name = "règlement"
        default_permissions = ("change", "view")
        ordering = ["-version"]

    def __str__(self) -> str:
        return f"Règlement du {self.version:%d/%m/%Y}"

    @property
    def filled_in(self) -> bool:
        """True when the Journal officiel's reference and both days are known."""
        return bool(self.reference and self.published_on and self.in_force_on)
