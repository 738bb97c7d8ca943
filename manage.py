#!/usr/bin/env python
"""Django's command line, on the embedded servers unless DATABASE_URL and REDIS_URL name others."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from tools import embedded


def main() -> None:
    """Start or adopt the servers, then run the command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    embedded.start(Path(__file__).resolve().parent)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
