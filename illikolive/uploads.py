"""Holds what is uploaded in memory, so that no file that a person sends ever lies readable on a disk."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler


class InMemory(MemoryFileUploadHandler):
    """The only handler of uploads; a body that announces more than is taken is refused before it is read."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, str],  # noqa: N803
        content_length: int,
        boundary: str,
        encoding: Any = None,
    ) -> None:
        """Raises RequestDataTooBig."""
        if content_length > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("The body holds more than FILE_UPLOAD_MAX_MEMORY_SIZE.")
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
