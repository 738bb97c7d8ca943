"""python -m tools.bench [part...]: measure, on the servers in use, the figures that the README gives as ratios."""

import argparse
import subprocess
import sys
from importlib import import_module

from tools import embedded
from tools.bench.scratch import CHECKOUT

PARTS = ("issuing", "steps", "live", "sealing", "verifying", "desk", "office", "home", "public")


def main() -> None:
    """Run the parts named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=(*PARTS, "all"), default="all")
    chosen = parser.parse_args().parts
    embedded.start(CHECKOUT)
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"]  # pages name static files by digest
    subprocess.run(collect, cwd=CHECKOUT, check=True)
    for part in PARTS:
        if "all" in chosen or part in chosen:
            import_module(f"tools.bench.{part}").main()


if __name__ == "__main__":
    main()
