"""How the site starts in production: on the runtime requirements alone, and not without its secrets."""

import os
import runpy
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage

REPOSITORY = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SECRET_KEY": "a made-up key",
    "ILLIKO_PEPPERS": f"1:{'01' * 32}:{'02' * 32},7:{'03' * 32}:{'04' * 32}",
    "PERSONAL_KEYS": f"1:{'05' * 32},2:{'06' * 32}",
    "PRINTER_KEY": "age1madeup",
    "SEAL_PUBLIC_KEYS": "illiko.example/journal+made+up",
    "SITE_URL": "https://illiko.example",
    "ALLOWED_HOSTS": "illiko.example",
    "DATABASE_URL": "postgresql://app:made-up@db.example/illiko",
    "DATABASE_OWNER_URL": "postgresql://owner:made-up@db.example/illiko",
    "REDIS_URL": "redis://cache.example",
}


def _start(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=REPOSITORY,
        env={"PATH": os.environ["PATH"]} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def refusal(monkeypatch):
    """What the settings say as they stop the start in an environment."""

    def read(environment: dict[str, str]) -> str:
        for name in os.environ:
            monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as stopped:
            runpy.run_path(str(REPOSITORY / "illikolive" / "settings.py"))
        return str(stopped.value)

    return read


def test_what_stops_the_start_is_all_that_it_says():
    environment = {key: value for key, value in PRODUCTION.items() if key != "SECRET_KEY"}
    started = _start(environment, "-c", "import illikolive.settings")
    assert started.returncode == 1
    assert started.stderr.count("\n") == 1
    assert "SECRET_KEY" in started.stderr


@pytest.mark.parametrize("name", PRODUCTION)
def test_a_missing_secret_or_address_stops_the_start_in_one_line_that_names_it(name, refusal):
    said = refusal({key: value for key, value in PRODUCTION.items() if key != name})
    assert name in said and "\n" not in said


@pytest.mark.parametrize("peppers", ["", "1", "1:ab:cd", f"1:{'zz' * 32}:{'02' * 32}", f"x:{'01' * 32}:{'02' * 32}"])
def test_malformed_peppers_stop_the_start_in_one_line(peppers, refusal):
    said = refusal(PRODUCTION | {"ILLIKO_PEPPERS": peppers})
    assert "ILLIKO_PEPPERS" in said and "\n" not in said


@pytest.mark.parametrize("keys", ["", "1", "1:ab", f"x:{'01' * 32}", f"1:{'01' * 32},1:{'02' * 32}"])
def test_malformed_keys_of_personal_data_stop_the_start_in_one_line(keys, refusal):
    said = refusal(PRODUCTION | {"PERSONAL_KEYS": keys})
    assert "PERSONAL_KEYS" in said and "\n" not in said


def test_peppers_are_read_with_their_key_ids_the_newest_last():
    started = _start(PRODUCTION, "-c", "from illikolive.settings import PEPPERS; print(PEPPERS)")
    assert started.stdout.strip() == repr(((1, b"\x01" * 32, b"\x02" * 32), (7, b"\x03" * 32, b"\x04" * 32)))


def test_manage_py_runs_without_any_development_package(tmp_path):
    _link_runtime_packages(tmp_path)
    program = f"import sys, runpy; sys.path[:0] = [{str(tmp_path)!r}]; sys.argv = ['manage.py', 'check']; "
    run = "runpy.run_path('manage.py', run_name='__main__')"
    checked = _start(PRODUCTION | {"PYTHONPATH": str(REPOSITORY)}, "-S", "-c", program + run)
    assert (checked.returncode, checked.stderr) == (0, "")
    refused = _start({"PYTHONPATH": str(REPOSITORY)}, "-S", "-c", program + run)
    assert refused.returncode == 1
    assert "SECRET_KEY" in refused.stderr.splitlines()[-1]


def _link_runtime_packages(folder: Path) -> None:
    lines = (REPOSITORY / "requirements-dev.txt").read_text().splitlines()
    names = [line.partition("==")[0] for line in lines if "==" in line]
    hidden = {file.parts[0] for name in names for file in distribution(name).files or []}
    for entry in Path(distribution("django").locate_file("")).iterdir():
        if entry.name not in hidden:
            (folder / entry.name).symlink_to(entry)


def test_the_application_s_connection_is_pooled_and_prepares_its_statements():
    program = "from illikolive.settings import DATABASES; print(DATABASES['default']['OPTIONS'])"
    options = _start(PRODUCTION, "-c", program).stdout
    assert "'pool': {" in options
    assert "'server_side_binding': True" in options


def test_tests_run_as_production_does():
    assert not settings.DEBUG
    assert isinstance(staticfiles_storage, ManifestStaticFilesStorage)
