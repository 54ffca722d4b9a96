"""The programs under load: hearth, a bare route, and the peer."""

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What servers that share a database must agree on.
SHARED = {"HEARTH_ENCRYPTION_KEY": base64.b64encode(bytes(32)).decode(),
          "HEARTH_ENVIRONMENT": "development", "HEARTH_LOG_LEVEL": "error"}


def build():
    """Builds both for release; the bare route uses the product's resolved versions."""
    subprocess.run(["make", "release"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    resolved = ROOT / "Package.resolved"
    bare = ROOT / "benchmarks" / "bare"
    scratch = ROOT / ".build" / "bare"
    if resolved.exists():
        shutil.copy(resolved, bare / "Package.resolved")
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", scratch], cwd=bare, check=True,
                   stdout=subprocess.DEVNULL)
    return ROOT / ".build" / "release" / "hearth", scratch / "release" / "bare"


class Hearth:
    """Runs `hearth up` on a database of the cluster."""

    def __init__(self, program, cluster, database, settings=None):
        self.folder = cluster.folder / f"hearth-{database}"
        self.process = subprocess.Popen(
            [program, "up", "--no-demo", "--json", "--port", "0", "--data-directory", self.folder],
            env=environment(cluster.url(database), {"HEARTH_LOG_LEVEL": "error"} | (settings or {})),
            text=True, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"hearth up ended with status {self.process.wait()}")
        ready = json.loads(line)
        self.address = ready["address"].rstrip("/")
        self.all_keys = ready["tenants"]
        self.keys = self.all_keys["stockpot"]

    def answer(self, path):
        request = urllib.request.Request(
            self.address + path, headers={"Authorization": f"Bearer {self.keys['read_key']}"})
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.read().decode()

    def cpu_seconds(self):
        return cpu_seconds(self.process)

    def resident_mebibytes(self):
        return resident_mebibytes(self.process)

    def stop(self):
        stop(self.process)


class Serve:
    """Runs `hearth serve` on a free port, with the settings that servers share."""

    def __init__(self, program, url):
        self.port = free_port()
        self.requests = 0
        self.process = subprocess.Popen(
            [program, "serve"], env=environment(url, SHARED | {"HEARTH_PORT": str(self.port)}))
        wait_for(f"{program} serve", self.is_ready, 60, self.process)

    def is_ready(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


class Listener:
    """Runs a program that listens on a free port."""

    def __init__(self, command, **options):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [part.replace("PORT", str(port)) for part in map(str, command)],
            stderr=subprocess.DEVNULL, **options)
        wait_for(command[0], lambda: connects(port), 20, self.process)

    def cpu_seconds(self):
        return cpu_seconds(self.process)

    def resident_mebibytes(self):
        return resident_mebibytes(self.process)

    def stop(self):
        stop(self.process)


def bare(program, answer):
    """Starts the bare route, which serves the given answer."""
    return Listener([program, "PORT", answer])


def peer(cluster, database, secret, module):
    """Starts FastAPI, SQLAlchemy and asyncpg with two workers, in a virtual environment."""
    here = pathlib.Path(__file__).resolve().parent / "peers"
    environment = ROOT / ".build" / "peer"
    if not (environment / "bin" / "uvicorn").exists():
        venv.create(environment, with_pip=True)
        subprocess.run([environment / "bin" / "pip", "install", "--quiet", "--requirement",
                        here / "requirements.txt"], check=True)
    url = f"postgresql+asyncpg://postgres@/{database}?host={cluster.folder}"
    return Listener(
        [environment / "bin" / "uvicorn", f"{module}:app", "--workers", "2", "--port", "PORT",
         "--no-access-log", "--log-level", "error"],
        cwd=here, env={**os.environ, "PEER_DATABASE": url, "PEER_SECRET": secret,
                       "PYTHONDONTWRITEBYTECODE": "1"})


def environment(url, settings):
    """Returns this process' environment, with no setting of Hearth's but these."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HEARTH_")}
    return own | {"DATABASE_URL": url} | settings


def with_workers(process):
    """Returns the folders in /proc of a process and of the processes that it started."""
    one = pathlib.Path(f"/proc/{process.pid}")
    started = (one / "task" / one.name / "children").read_text().split()
    return [one, *(one.with_name(name) for name in started)]


def cpu_seconds(process):
    """Returns the CPU seconds of a process and its workers."""
    fields = [(one / "stat").read_text().rpartition(")")[2].split() for one in with_workers(process)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def resident_mebibytes(process):
    return sum(int(re.search(r"VmRSS:\s+(\d+) kB", (one / "status").read_text())[1])
               for one in with_workers(process)) / 1024


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def connects(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(what, found, seconds=30, process=None):
    """Returns what `found` returns as soon as it is true; a process that ends has brought nothing."""
    deadline = time.monotonic() + seconds
    while not (result := found()):
        if time.monotonic() > deadline or (process and process.poll() is not None):
            raise SystemExit(f"{what}: not there within {seconds} s")
        time.sleep(0.02)
    return result


def stop(process):
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
