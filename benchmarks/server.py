"""The programs under load: hearth, a bare Hummingbird route, and the peer."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("HEARTH_")}
        environment |= {"DATABASE_URL": cluster.url(database), "HEARTH_LOG_LEVEL": "error"}
        environment |= settings or {}
        self.folder = cluster.folder / f"hearth-{database}"
        self.process = subprocess.Popen(
            [program, "up", "--no-demo", "--json", "--port", "0", "--data-directory", self.folder],
            env=environment, text=True, stdout=subprocess.PIPE)
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
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        stop(self.process)


class Listener:
    """Runs a program that listens on a free port."""

    def __init__(self, command, **options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [part.replace("PORT", str(port)) for part in map(str, command)],
            stderr=subprocess.DEVNULL, **options)
        deadline = time.monotonic() + 20
        while not self._answers(port):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise SystemExit(f"{command[0]} did not start")
            time.sleep(0.05)

    @staticmethod
    def _answers(port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def stop(self):
        stop(self.process)


def bare(program, answer):
    """Starts the bare route, which serves the given answer."""
    return Listener([program, "PORT", answer])


def peer(cluster, database, secret, module):
    """Starts FastAPI, SQLAlchemy and asyncpg with two workers, in a virtual environment."""
    here = pathlib.Path(__file__).resolve().parent / "peer"
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


def stop(process):
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
