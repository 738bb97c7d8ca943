"""Where the embedded servers keep their data and sockets, and which system user runs them.

PostgreSQL refuses to run as root, so root's servers run as `postgres` where that user exists and as `nobody`
elsewhere. Data and binaries stay inside the checkout unless the server could not use them there: a parent folder
closed to that user (such as /root), a path near the 1023 bytes PostgreSQL accepts, or a character its start-up
script would read as shell. Then they live in a folder of their own, named after the checkout's path.
"""

import contextlib
import hashlib
import os
import pwd
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LONGEST_PATH = 800  # bytes, leaves room for the names PostgreSQL appends
SHELL_CHARACTERS = frozenset("\"'$`\\\n")


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one checkout's servers and the system user who owns them.

    `var` exists already; `seed` tells this `var` from an earlier one at the same path.
    """

    var: Path
    seed: str
    user: pwd.struct_passwd

    @property
    def key(self) -> str:
        """A short name for this checkout and user, the same in every process."""
        digest = hashlib.sha256(os.fsencode(self.var) + self.seed.encode()).hexdigest()[:12]
        return f"{os.geteuid()}-{digest}"

    @property
    def sockets(self) -> Path:
        """The folder of the sockets: short, since a socket's path may have 107 bytes at most."""
        return Path("/tmp") / f"illiko-{self.key}"

    @property
    def data(self) -> Path:
        """The folder that holds the servers' data and logs."""
        inside = self.var / "embedded"
        return inside if self._usable(inside) else self._elsewhere / "embedded"

    @property
    def _elsewhere(self) -> Path:
        return Path("/var/lib" if os.geteuid() == 0 else "/var/tmp") / f"illiko-{self.key}"

    def make(self) -> None:
        """Create the folders, closed to everyone but the servers' user; PermissionError when a stranger made them."""
        outside = [self._elsewhere] if self.data.parent != self.var else []
        for folder in (*outside, self.data, self.sockets):
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700, parents=True)
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (self.user.pw_uid, os.geteuid()):
                raise PermissionError(f"{folder} is not ours: remove it and start again")
            self._give(folder)

    def reachable(self, site: Path, program: str, *needs: str) -> Path:
        """`program` of the packages in `site`, or its copy where the servers' user can reach it.

        `needs` are the folders in `site` that the program is made of; those a platform lacks are passed over.
        """
        if self._usable(site / program):
            return site / program
        copy = self.data / "programs" / f"{Path(program).name}-{(site / program).stat().st_mtime_ns}"
        if not copy.exists():
            partial = copy.with_suffix(".partial")
            shutil.rmtree(partial, ignore_errors=True)
            for folder in needs:
                if (site / folder).exists():
                    shutil.copytree(site / folder, partial / folder, symlinks=True)
            for path in (copy.parent, partial, *partial.rglob("*")):
                self._give(path)
            partial.rename(copy)
        return copy / program

    def as_user(self) -> dict[str, Any]:
        """What `subprocess` needs to run a program as the servers' user."""
        if os.geteuid() != 0:
            return {"cwd": self.data}
        return {
            "cwd": self.data,
            "user": self.user.pw_uid,
            "group": self.user.pw_gid,
            "extra_groups": [],
        }

    def _give(self, path: Path) -> None:
        if os.geteuid() == 0:
            os.chown(path, self.user.pw_uid, self.user.pw_gid, follow_symlinks=False)

    def _usable(self, path: Path) -> bool:
        if len(os.fsencode(path)) > LONGEST_PATH or SHELL_CHARACTERS & set(str(path)):
            return False
        return os.geteuid() != 0 or all(_open_to(self.user, parent) for parent in path.resolve().parents)


def server_user() -> pwd.struct_passwd:
    """The user the servers run as; KeyError when the current user has no name in the system's list."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _open_to(user: pwd.struct_passwd, folder: Path) -> bool:
    found = folder.stat()
    if found.st_uid == user.pw_uid:
        return bool(found.st_mode & stat.S_IXUSR)
    if found.st_gid == user.pw_gid:
        return bool(found.st_mode & stat.S_IXGRP)
    return bool(found.st_mode & stat.S_IXOTH)
