"""Makes sure Chromium is there for the browser tests: installed with apt as root on Debian, named otherwise."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path("/usr/bin/chromium")


def main() -> None:
    """Install Chromium, or leave with one line that says what to install."""
    if PROGRAM.exists():
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"Chromium is missing: install your system's package `chromium` ({PROGRAM}), then run again.")
    print("Installing the package chromium", flush=True)
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            ["apt-get", "-qq", *command],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            sys.exit("Chromium is missing and apt-get could not install the package `chromium`.")


if __name__ == "__main__":
    main()
