"""Scripts that come from packages are there, or nothing starts."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from pytest_django import Settings


def test_a_missing_package_stops_collectstatic_with_its_name(settings: Settings, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    with pytest.raises(SystemCheckError, match=r"qr/decode\.js is missing"):
        call_command("collectstatic", interactive=False, dry_run=True, skip_checks=False, verbosity=0)
