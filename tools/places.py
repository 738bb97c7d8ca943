"""Where the embedded servers keep their data and sockets, and which system user runs them.

PostgreSQL refuses to run as root, so root's servers run as `postgres` where that user exists and as `nobody`
elsewhere. Data and binaries stay inside the checkout unless the server could not use them there: a parent folder
closed to that user (such as /root), a path near the 1023 bytes PostgreSQL accepts, or a character its start-up
script would read as shell. Then they live in a folder of their own, named after the checkout's path.
"""

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
        folders = (
            [self.data, self.sockets] if self.data.parent == self.var else [self._elsewhere, self.data, self.sockets]
        )
        for folder in folders:
            folder.mkdir(mode=0o700, exist_ok=True)
            self._give(folder)
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != self.user.pw_uid:
                raise PermissionError(f"{folder} belongs to someone else: remove it and start again")

    def reachable(self, program: Path, tree: Path) -> Path:
        """`program`, or its copy where the servers' user can reach it; `tree` is what has to be copied with it."""
        if self._usable(program):
            return program
        copy = self.data / "programs" / hashlib.sha256(os.fsencode(tree)).hexdigest()[:12]
        if not copy.exists():
            partial = copy.with_suffix(".partial")
            shutil.rmtree(partial, ignore_errors=True)
            shutil.copytree(tree, partial, symlinks=True)
            for path in (copy.parent, partial, *partial.rglob("*")):
                self._give(path)
            partial.rename(copy)
        return copy / program.relative_to(tree)

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
