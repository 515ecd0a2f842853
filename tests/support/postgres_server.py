#!/usr/bin/python3
"""A PostgreSQL server for tests, in a folder of its own: a Unix socket there, and no port. Run by root it is `nobody`'s, as PostgreSQL
refuses to be root's.

    with PostgresServer() as server:
        server.url("t1")                  # of a store in a schema of its own
        server.restart()                  # as after a crash

That starts this file as a program. It prints the URL of the database when it can be reached, and restarts it for each line "restart" on
its standard input ("restarted" is the answer); at that input's end the server is stopped and its folder deleted. So it goes when whoever
started it is gone, however that happened; and the server goes when this program is killed. Exit code 77: there is no PostgreSQL here; the
last line says so.
"""

import ctypes
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

ABSENT = 77
OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",  # what a killed process wrote is still the system's; only a machine that fails would lose it
    "shared_buffers": "32MB",
    "max_connections": "200",
    "log_min_messages": "fatal",
}
PR_SET_PDEATHSIG = 1


class NoPostgres(Exception):
    pass


def programs():
    """The folder of initdb and postgres, of the latest version."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4])) or [
        os.path.dirname(os.path.realpath(path)) for path in [shutil.which("initdb")] if path
    ]
    if not folders:
        raise NoPostgres("there is no PostgreSQL server here (Debian's package postgresql)")
    return folders[-1]


class PostgresServer:
    """One that another process keeps."""

    def __init__(self, **options):
        settings = [f"{name}={value}" for name, value in options.items()]
        self.keeper = subprocess.Popen([sys.executable, __file__, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.base = self.keeper.stdout.readline().strip()
        if not self.base.startswith("postgresql://"):
            raise NoPostgres(self.base) if self.keeper.wait() == ABSENT else RuntimeError("the PostgreSQL server doesn't start")

    def restart(self):
        self.keeper.stdin.write("restart\n")
        self.keeper.stdin.flush()
        if self.keeper.stdout.readline() != "restarted\n":
            raise RuntimeError("the PostgreSQL server doesn't restart")

    def stop(self):
        self.keeper.communicate()

    def url(self, schema=None):
        return self.base + (f"&options=-csearch_path%3D{schema}" if schema else "")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()


class Kept:
    """The server itself. It is started by the main thread alone: when that ends, the system ends the server."""

    def __init__(self, options):
        self.programs = programs()
        self.options = {**OPTIONS, **options}
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self.folder = tempfile.mkdtemp(prefix="fermata-postgres-")
        self.process = None
        try:
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self.data = os.path.join(self.folder, "data")
            # The database's own order of texts is a language's: a store's must be that of bytes all the same.
            how = ["--username=fermata", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]
            self.call("initdb", "--pgdata", self.data, "--no-sync", *how)
            self.start()
        except BaseException:
            self.stop()
            raise

    def as_user(self):
        """So that a command is run by an ordinary user."""
        who = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        return {**who, "cwd": self.folder, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}

    def call(self, program, *arguments):
        argv = [os.path.join(self.programs, program), *arguments]
        done = subprocess.run(argv, capture_output=True, text=True, check=False, **self.as_user())
        if done.returncode:
            raise RuntimeError(f"{' '.join(argv)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self):
        argv = [os.path.join(self.programs, "postgres"), "-D", self.data, "-k", self.folder]
        for name, value in self.options.items():
            argv += ["-c", f"{name}={value}"]
        libc = ctypes.CDLL(None)
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT),
                **self.as_user(),
            )
        for _ in range(3000):
            ready = subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.folder], check=False)
            if ready.returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
            raise RuntimeError("PostgreSQL doesn't start:\n" + log.read())

    def crash(self):
        """As `pg_ctl stop -m immediate`: no connection is told, and nothing is tidied up."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def restart(self):
        self.crash()
        self.start()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self):
        return "postgresql://fermata@/postgres?" + urllib.parse.urlencode({"host": self.folder})


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's: whoever started this ends it
    try:
        server = Kept(dict(setting.split("=") for setting in sys.argv[1:]))
    except NoPostgres as error:
        print(error, flush=True)
        return ABSENT
    try:
        print(server.url(), flush=True)
        for line in sys.stdin:
            if line.strip() == "restart":
                server.restart()
                print("restarted", flush=True)
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
