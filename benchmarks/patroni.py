"""Three Postgres nodes that Patroni keeps, with one etcd: Debian's packages patroni and etcd-server."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import urllib.request

from cluster import SETTINGS, postgres_binaries, psql
from server import connects, free_port, wait_for

# A leader that has not renewed its key for so long loses it. Patroni takes no less than 20.
LEASE_SECONDS = 20
ACCOUNT = "postgres" if os.geteuid() == 0 else None


class PatroniCluster:
    """A primary and two standbys; if one of them is synchronous, commits wait for it."""

    def __init__(self, is_synchronous=True):
        self.is_synchronous = is_synchronous
        self.programs = postgres_binaries()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-drill-", dir="/tmp"))
        self.nodes, self.etcd = [], None

    def __enter__(self):
        if ACCOUNT:
            shutil.chown(self.folder, ACCOUNT)
        self.folder.chmod(0o755)
        client, peer = free_port(), free_port()
        self.etcd = start(self.folder / "etcd.log", [
            "etcd", "--enable-v2", "--data-dir", self.folder / "etcd",
            "--listen-client-urls", f"http://127.0.0.1:{client}",
            "--advertise-client-urls", f"http://127.0.0.1:{client}",
            "--listen-peer-urls", f"http://127.0.0.1:{peer}",
            "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}",
            "--initial-cluster", f"default=http://127.0.0.1:{peer}"])
        wait_for("etcd", lambda: connects(client))
        for name in ("one", "two", "three"):
            node = Node(name, self, client)
            self.nodes.append(node)
            node.start()
            if name == "one":  # It makes the cluster that the others copy.
                wait_for("the first primary", self.primary, 60)
        self.settle()
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.kill()
        if self.etcd:
            self.etcd.kill()
            self.etcd.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database):
        """Names all nodes: the client looks for the one that is the primary."""
        hosts = ",".join("127.0.0.1" for _ in self.nodes)
        ports = ",".join(str(node.port) for node in self.nodes)
        return (f"postgresql://postgres@/{database}?host={hosts}&port={ports}"
                "&target_session_attrs=primary")

    def primary(self):
        return next(filter(Node.is_primary, self.nodes), None)

    def settle(self):
        """Waits for a primary and two standbys that follow it."""
        wait_for("three healthy nodes", lambda: (
            self.primary() and sum(node.answers("/replica?lag=1MB") for node in self.nodes) == 2
            and self.is_synchronous == any(node.answers("/synchronous") for node in self.nodes)), 120)

    def query(self, database, text, node=None):
        """Runs SQL on a node, or on the primary. A client that names all may wait for a hung one."""
        url = f"postgresql://postgres@127.0.0.1:{(node or self.primary()).port}/{database}"
        return psql(self.programs, url, text)


class Node:
    def __init__(self, name, cluster, etcd_port):
        self.name, self.folder = name, cluster.folder
        self.data = cluster.folder / name
        self.port, self.control_port = free_port(), free_port()
        self.process = None
        self.file = cluster.folder / f"{name}.json"
        self.file.write_text(json.dumps(
            self.configuration(cluster.programs, etcd_port, cluster.is_synchronous)))

    def start(self):
        self.process = start(self.folder / f"{self.name}.log", ["patroni", self.file])

    def is_primary(self):
        return self.answers("/primary")

    def answers(self, path):
        """Asks Patroni, as a load balancer does."""
        try:
            url = f"http://127.0.0.1:{self.control_port}{path}"
            with urllib.request.urlopen(url, timeout=1) as response:
                return response.status == 200
        except OSError:
            return False

    def ask(self, path, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.control_port}{path}", json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.read().decode()

    def signal_all(self, number):
        """Signals Patroni, the postmaster and its children at once, as if the machine did it."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def kill(self):
        self.signal_all(signal.SIGKILL)
        if self.process:
            self.process.wait()

    def processes(self):
        found = [self.process.pid] if self.process and self.process.poll() is None else []
        with contextlib.suppress(OSError, IndexError):
            postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
            command = pathlib.Path(f"/proc/{postmaster}/cmdline").read_text()
            if str(self.data) in command:
                found += [postmaster, *children(postmaster)]
        return found

    def configuration(self, programs, etcd_port, is_synchronous):
        parameters = {name: value for name, value in SETTINGS.items() if name != "listen_addresses"}
        parameters |= {"shared_buffers": "256MB", "max_wal_size": "1GB", "autovacuum": "on"}
        return {
            "scope": "hearth", "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.control_port}",
                        "connect_address": f"127.0.0.1:{self.control_port}"},
            # Patroni 3.0.2 overwrites the leader by the newer API, if it has hung.
            "etcd": {"hosts": f"127.0.0.1:{etcd_port}"},
            "bootstrap": {
                "dcs": {
                    "ttl": LEASE_SECONDS, "loop_wait": 5, "retry_timeout": 5,
                    "synchronous_mode": is_synchronous, "synchronous_mode_strict": is_synchronous,
                    "postgresql": {"use_pg_rewind": True, "use_slots": True,
                                   "parameters": parameters | {"wal_log_hints": "on"}}},
                "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C.UTF-8"}]},
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.data), "bin_dir": str(programs),
                "pgpass": str(self.folder / f"{self.name}.pgpass"),
                "pg_hba": ["local all all trust", "host all all 127.0.0.1/32 trust",
                           "host replication all 127.0.0.1/32 trust"],
                "authentication": {
                    "superuser": {"username": "postgres", "password": "unused"},
                    "replication": {"username": "standby", "password": "unused"}},
                "parameters": {"unix_socket_directories": str(self.folder)}}}


def start(log, command):
    with log.open("ab") as output:
        return subprocess.Popen(
            [str(part) for part in command], cwd="/", stdout=output, stderr=output, user=ACCOUNT,
            group=ACCOUNT, extra_groups=[] if ACCOUNT else None, start_new_session=True)


def children(parent):
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in parentheses, may hold spaces.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                yield int(stat.parent.name)
