"""A machine that pays at a desk without anybody signed in: it shows a token with each of its requests."""

import uuid

from django.db import models

from payouts.models.desks import Teller


class Terminal(models.Model):
    """It pays as a teller of its own, whose user can't sign in; of its token only the SHA-256 is kept."""

    kept = True

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    teller = models.OneToOneField(Teller, models.PROTECT, related_name="terminal")
    name = models.CharField("nom", max_length=60)
    digest = models.BinaryField("empreinte du jeton", max_length=32, unique=True)
    created_at = models.DateTimeField("créé le")
    revoked_at = models.DateTimeField("révoqué le", null=True, blank=True)

    class Meta:
        verbose_name = "terminal"
        verbose_name_plural = "terminaux"

    def __str__(self) -> str:
        return f"{self.name}, {self.teller.desk}"
