"""A claim as a visitor of the site makes it."""

import io
import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from PIL import Image

TYPED = {
    "subject": "result",
    "story": "La souris du trou 3 a disparu. Mon voisin Dupont l’a vue.",
    "name": "Camille Guessan",
    "address": "12 rue des Lilas\n69003 Lyon",
    "telephone": "06 12 34 56 78",
    "email": "camille@exemple.fr",
}


def key(client: Client) -> str:
    """The key of a form just opened."""
    return hidden(client.get(reverse("public:claims")), "key")


def hidden(answer: HttpResponse, name: str) -> str:
    """What a hidden field of a page holds."""
    found = re.search(f'name="{name}" value="([^"]*)"', answer.content.decode())
    assert found, answer.content.decode()
    return found[1]


def send(client: Client, **changes: Any) -> HttpResponse:
    """Fill the form, and send it."""
    return client.post(reverse("public:claims"), {"key": key(client)} | TYPED | changes)


def photo(kind: str = "JPEG", size: tuple[int, int] = (80, 60), **options: Any) -> bytes:
    """A picture whose left half is red."""
    image, made = Image.new("RGB", size, "white"), io.BytesIO()
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    image.save(made, kind, **options)
    return made.getvalue()


def file(content: bytes, name: str = "ticket.jpg") -> SimpleUploadedFile:
    """A file that a browser sends."""
    return SimpleUploadedFile(name, content)


PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\nGuessan\n%%EOF\n"
