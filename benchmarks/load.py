"""The load generators, wrk, pgbench and one for merges, and their measurements."""

import dataclasses
import http.client
import json
import math
import os
import pathlib
import subprocess
import tempfile
import threading
import time
import urllib.parse

# The connections of merges.
CLIENTS = 4

HERE = pathlib.Path(__file__).resolve().parent

MONTH_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

# The settings of the server's sessions: docs/decisions/0012 and 0086.
SESSION = ("-c role=hearth_server -c jit=off "
           "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off "
           "-c random_page_cost=0 -c seq_page_cost=0 -c cpu_operator_cost=0.00001 "
           "-c cpu_index_tuple_cost=0.0005 "
           "-c plan_cache_mode=force_generic_plan")


def renewal_event(user, event, app_user_id=None):
    """Returns the body of a webhook: a renewal by `user_<user>`, or by `app_user_id`, as of now."""
    now = int(time.time() * 1000)
    body = (HERE / "renewal" / "body.json").read_text()
    for name, value in {"user_@user@": app_user_id or f"user_{user}", "@user@": user, "@event@": event,
                        "@now@": now, "@then@": now + MONTH_MILLISECONDS}.items():
        body = body.replace(name, str(value))
    return body


@dataclasses.dataclass
class Measurement:
    per_second: float
    p50_microseconds: float
    p99_microseconds: float
    requests: int
    # CPU of the server and of Postgres, and bytes of WAL, if measured.
    server_milliseconds_each: float | None = None
    postgres_milliseconds_each: float | None = None
    wal_bytes_each: float | None = None


def wrk(url, script, arguments=(), connections=32, seconds=5, headers=None):
    """Runs wrk with one thread: the server and Postgres share its two cores."""
    options = [part for name, value in (headers or {}).items() for part in ("-H", f"{name}: {value}")]
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script, *options, url,
         "--", *map(str, arguments)],
        cwd=HERE / "wrk", text=True, check=True, stdout=subprocess.PIPE)
    report = json.loads(done.stdout.splitlines()[-1])
    if report["refused"] or report["broken"]:
        raise SystemExit(f"{script}: not every request was answered with success: {report}")
    return Measurement(
        report["requests"] / report["seconds"], report["p50"], report["p99"], report["requests"])


def pgbench(cluster, database, script, variables, clients, seconds=5, transactions=None,
            as_server=True):
    """Runs a script as the server's role, prepared, and reads each transaction's time.

    Runs for `seconds`, or for `transactions` by each client.
    """
    with tempfile.TemporaryDirectory(prefix="hearth-bench-log-") as folder:
        settings = [part for name, value in variables.items() for part in ("-D", f"{name}={value}")]
        text = (HERE / "sql" / script).read_text()
        named = pathlib.Path(folder, script)
        named.write_text(cluster.in_release(database, text))
        done = subprocess.run(
            [cluster.programs / "pgbench", "--no-vacuum", "--protocol=prepared",
             f"--transactions={transactions}" if transactions else f"--time={seconds}",
             f"--client={clients}", f"--jobs={min(clients, 2)}", f"--file={named}",
             "--log", f"--log-prefix={folder}/log", *settings, cluster.url(database)],
            env={**os.environ, "PGOPTIONS": SESSION if as_server else ""},
            text=True, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        times = sorted(
            int(line.split()[2])
            for log in pathlib.Path(folder).glob("log*") for line in log.read_text().splitlines())
    rate = next(line for line in done.stdout.splitlines() if line.startswith("tps"))
    return Measurement(
        float(rate.split()[2]), percentile(times, 50), percentile(times, 99), len(times))


def percentile(sorted_values, percent):
    """Returns the smallest value that at least this percentage of all values do not exceed."""
    return sorted_values[math.ceil(len(sorted_values) * percent / 100) - 1]


def merges(server, first, people):
    """Identifies people who paid before signing up, over HTTP."""
    times, threads, begun = [], [], time.perf_counter()
    for client in range(CLIENTS):
        pairs = range(first + client, first + people, CLIENTS)
        threads.append(threading.Thread(target=identify, args=(server, pairs, times)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - begun
    if len(times) != people:
        raise SystemExit("not all people were identified")
    times.sort()
    return Measurement(people / elapsed, percentile(times, 50), percentile(times, 99), people)


def identify(server, pairs, times):
    address = urllib.parse.urlsplit(server.address)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    headers = {"Authorization": f"Bearer {server.keys['secret_key']}",
               "Content-Type": "application/json"}
    for pair in pairs:
        body = json.dumps({"anonymous_app_user_id": f"$RCAnonymousID:{pair}", "app_user_id": f"u_{pair}"})
        begun = time.perf_counter()
        connection.request("POST", "/v1/users/identify", body, headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        if response.status != 200 or answer["outcome"] != "merged":
            raise SystemExit(f"{response.status} {answer}")
        times.append((time.perf_counter() - begun) * 1_000_000)
