"""Makes sure Chromium is there for the browser tests: installed with apt as root on Debian, named otherwise."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("chromium-headless-shell", "chromium")  # the first has no windows: it opens a page in a third of the time


def installed() -> Path | None:
    """The quickest Chromium there is."""
    programs = [Path("/usr/bin", package) for package in PACKAGES]
    return next((program for program in programs if program.exists()), None)


def main() -> None:
    """Install Chromium, or leave with one line that says what to install."""
    if installed():
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"Chromium is missing: install your system's package {' or '.join(PACKAGES)}, then run again.")
    print(f"Installing the package {PACKAGES[0]}", flush=True)
    for command in (["update"], ["install", "--yes", "--no-install-recommends", PACKAGES[0]]):
        done = subprocess.run(
            ["apt-get", "-qq", *command],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            sys.exit("Chromium is missing and apt-get could not install it.")


if __name__ == "__main__":
    main()
