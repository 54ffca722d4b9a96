"""A temporary Postgres cluster for the benchmarks, on a Unix socket."""

import contextlib
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

# Differences from the defaults: memory for a million people, and no background work that disturbs
# single rounds. Durability is as in production: fsync and synchronous_commit stay on.
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "2GB",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "30min",
    "autovacuum": "off",
    "fsync": "on",
    "synchronous_commit": "on",
    "jit": "off",
}


def postgres_binaries():
    """Returns the programs in HEARTH_TEST_POSTGRES, else the newest installed server's.

    Debian does not put them on the path.
    """
    if "HEARTH_TEST_POSTGRES" in os.environ:
        return pathlib.Path(os.environ["HEARTH_TEST_POSTGRES"])
    versions = pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = sorted(versions, key=lambda path: int(path.parent.parent.name))
    if found:
        return found[-1].parent
    if shutil.which("initdb"):
        return pathlib.Path(shutil.which("initdb")).parent
    raise SystemExit("no Postgres server programs: apt-get install postgresql")


def psql(programs, url, text, **variables):
    """Runs SQL and returns its rows, one list of strings each."""
    settings = [item for name, value in variables.items() for item in ("-v", f"{name}={value}")]
    done = subprocess.run(
        [programs / "psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only",
         "--field-separator=\t", "-v", "ON_ERROR_STOP=1", *settings, url],
        input=text, text=True, check=True, stdout=subprocess.PIPE)
    return [line.split("\t") for line in done.stdout.splitlines() if line]


class Cluster:
    def __init__(self, **settings):
        self.programs = postgres_binaries()
        self.settings = SETTINGS | self._compression() | settings
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-bench-", dir="/tmp"))
        # Postgres refuses to run as root.
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    def __enter__(self):
        if self.prefix:
            shutil.chown(self.folder, "postgres")
        self.folder.chmod(0o755)
        self._run("initdb", "--pgdata", self.data, "--username=postgres", "--auth=trust",
                  "--encoding=UTF8", "--locale=C.UTF-8")
        self._start()
        return self

    def __exit__(self, *_):
        try:
            self._run("pg_ctl", "stop", "--mode=immediate", "--pgdata", self.data)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def restart(self, days_ahead):
        """Starts Postgres anew with a clock that is ahead, by libfaketime (Debian's faketime)."""
        library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            raise SystemExit("no libfaketime: apt-get install faketime")
        self._run("pg_ctl", "stop", "--wait", "--mode=fast", "--pgdata", self.data)
        self._start({"LD_PRELOAD": str(library), "FAKETIME": f"+{days_ahead}d"})

    def _start(self, environment=None):
        options = " ".join(f"-c {name}='{value}'" for name, value in self.settings.items())
        self._run("pg_ctl", "start", "--wait", "--pgdata", self.data,
                  "--log", self.folder / "postgres.log",
                  "--options", f"{options} -c unix_socket_directories={self.folder}",
                  environment=environment)

    def _compression(self):
        """Compresses the WAL as OPERATIONS says, if this Postgres can: PyPI's cannot."""
        options = subprocess.run([self.programs / "pg_config", "--configure"], text=True,
                                 capture_output=True, check=True).stdout
        return {"wal_compression": "lz4"} if "--with-lz4" in options else {}

    @property
    def data(self):
        return self.folder / "data"

    def url(self, database):
        return f"postgresql:///{database}?host={self.folder}&user=postgres"

    def create(self, database):
        """Creates a database; returns whether it was not there."""
        is_new = not self.query(
            "postgres", f"select 1 from pg_database where datname = '{database}'")
        if is_new:
            self.query("postgres", f"create database {database}")
        return is_new

    def query(self, database, text, **variables):
        """Runs SQL as the administrator and returns its rows, one list of strings each.

        Functions are named in a schema `api`, as in sql/functions.
        """
        text = self.in_release(database, text)
        return psql(self.programs, self.url(database), text, **variables)

    def in_release(self, database, text):
        """Names the functions in the schema of the release that was installed last."""
        if not re.search(r"\bapi\.", text):
            return text
        release = self.query(database, """
            select nspname from pg_namespace
             where nspname = 'api' or nspname ~ '^hearth_[0-9a-f]{12}$' order by oid desc limit 1""")
        return re.sub(r"\bapi\.", f"{release[0][0]}.", text)

    def spent(self):
        """Returns the CPU seconds used by the cluster's processes, and the bytes of WAL written."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        ticks = 0
        for process in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                # The name, in parentheses, may hold spaces.
                fields = process.read_text().rpartition(")")[2].split()
                own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
                if int(process.parent.name) == postmaster:
                    ticks += own + children
                elif int(fields[1]) == postmaster:
                    ticks += own
        written = self.query("postgres", "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
        return ticks / os.sysconf("SC_CLK_TCK"), int(written[0][0])

    def counting(self, server, load):
        """Runs a load, and counts what each request cost the server and Postgres."""
        seconds, (cpu, wal) = server.cpu_seconds(), self.spent()
        measurement = load()
        seconds = server.cpu_seconds() - seconds
        cpu, wal = (after - before for after, before in zip(self.spent(), (cpu, wal)))
        return dataclasses.replace(
            measurement, server_milliseconds_each=seconds * 1000 / measurement.requests,
            postgres_milliseconds_each=cpu * 1000 / measurement.requests,
            wal_bytes_each=wal / measurement.requests)

    def _run(self, program, *arguments, environment=None):
        command = [*self.prefix, self.programs / program, *arguments]
        done = subprocess.run(
            [str(part) for part in command], cwd="/", text=True,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT)
        if done.returncode:
            raise SystemExit(f"{program} failed: {done.stdout or ''}")
