"""A database with its people, its server, and the loads on them."""

import concurrent.futures
import dataclasses
import sys
import time

from load import HERE, merges, percentile, pgbench, wrk
from server import Hearth

PRODUCT = "stockpot_plus_monthly"

# Two of each hundred people of the seed: a payer without a household, and a member who pays
# nothing. The member's household has six people, two of them payers.
BUYER, MEMBER = 5, 15

# An event so late is older than the last renewal that the seed knows of.
LATE_DAYS = 20

# The concurrent callers of limits, and the people whom one case of merges identifies.
CALLERS, MERGES = 64, 400


class Installation:
    """A database with its people, and its server."""

    def __init__(self, program, cluster, size, stack, settings=None):
        self.cluster, self.size, self.database = cluster, size, f"hearth_{size}"
        is_new = cluster.create(self.database)
        self.server = Hearth(program, cluster, self.database, settings)
        stack.callback(self.server.stop)
        self.tenant = cluster.query(
            self.database, "select tenant_id from entitlements.tenants where slug = 'stockpot'")[0][0]
        self.identified = self.identifiable = 0
        if is_new:
            self.seed()

    def seed(self):
        started = time.monotonic()
        self.query("seed.sql", product=PRODUCT)
        problems = self.query("seed_check.sql")
        if problems:
            raise SystemExit(f"the seed is not what the product would store: {problems}")
        log(f"{self.size:,} people seeded and checked in {time.monotonic() - started:.0f} s")

    def query(self, script, **variables):
        return self.cluster.query(
            self.database, (HERE / "sql" / script).read_text(),
            tenant=self.tenant, users=self.size, **variables)

    def lookup(self, seconds, connections=32, of_each_hundred=None):
        return self.counting(lambda: wrk(
            self.server.address, "lookup.lua",
            [self.size] if of_each_hundred is None else [self.size, of_each_hundred],
            connections=connections, seconds=seconds,
            headers={"Authorization": f"Bearer {self.server.keys['read_key']}"}))

    def lookup_by_pgbench(self, seconds):
        return pgbench(self.cluster, self.database, "lookup.sql",
                       {"tenant": self.tenant, "users": self.size}, clients=4, seconds=seconds)

    def lookup_beside(self, seconds, events_per_second):
        """Looks members of households up while events arrive."""
        with concurrent.futures.ThreadPoolExecutor() as aside:
            arriving = aside.submit(self.ingest, seconds, per_second=events_per_second)
            measurement = self.lookup(seconds, of_each_hundred=MEMBER)
            arriving.result()
        return measurement

    def ingest(self, seconds, connections=16, per_second=None, days_late=0):
        """Posts events at the highest rate possible, or at about `per_second`."""
        pause = [int(connections * 1000 / per_second)] if per_second else []
        return self.applying(lambda prefix: wrk(
            f"{self.server.address}/v1/webhooks/revenuecat/stockpot", "ingest.lua",
            [self.size, prefix, milliseconds_ago(days_late), *pause], connections=connections,
            seconds=seconds,
            headers={"Authorization": self.server.keys["webhook_authorization"],
                     "Content-Type": "application/json"}))

    def ingest_by_pgbench(self, seconds, clients, events, step=20):
        return self.applying(lambda prefix: times(events, pgbench(
            self.cluster, self.database, "ingest.sql",
            {"tenant": self.tenant, "users": self.size, "prefix": prefix, "number": 0,
             "events": events, "step": step, **renewal()},
            clients=clients, seconds=seconds)))

    def ingest_after_checkpoint(self, seconds, **options):
        self.cluster.query(self.database, "checkpoint")
        return self.ingest_by_pgbench(seconds, **options)

    def numbering(self, seconds, per_second):
        """Measures how long after its recording each change of arriving events gets its number.

        A trigger of the measurement's own notes the time of the number.
        """
        self.cluster.query(self.database, """
            create unlogged table if not exists numbered (milliseconds float);
            create or replace function note_number() returns trigger language plpgsql as $$ begin
                insert into public.numbered select 1000 * extract(epoch from
                    clock_timestamp() - entry.recorded_at) from entered entry;
                return null;
            end $$;
            alter function note_number() security definer;
            truncate numbered;
            create or replace trigger noted after insert on entitlements.change_entries
                referencing new table as entered for each statement execute function note_number()""")
        measurement = self.ingest(seconds, per_second=per_second)
        while self.cluster.query(
                self.database, "select from entitlements.pending_changes limit 1"):
            time.sleep(0.1)
        self.cluster.query(self.database, "drop trigger noted on entitlements.change_entries")
        lateness = sorted(float(row[0]) * 1000 for row in self.cluster.query(
            self.database, "select milliseconds from numbered"))
        return dataclasses.replace(
            measurement, p50_microseconds=percentile(lateness, 50),
            p99_microseconds=percentile(lateness, 99))

    def merge(self, _seconds):
        """Identifies people who paid five times before signing up, once each."""
        if self.identified == self.identifiable:
            self.identifiable = max(4 * self.identified, MERGES)
            self.cluster.query(
                self.database, f"set hearth.first = {self.identified};\n"
                f"set hearth.last = {self.identifiable - 1};\n"
                + (HERE / "sql" / "identify_seed.sql").read_text(), tenant=self.tenant)
        self.identified += MERGES
        return self.counting(lambda: merges(self.server, self.identified - MERGES, MERGES))

    def consume(self, seconds, people, limit="uses"):
        """Uses a limit by `people` people, and checks that each acknowledged use counts once."""
        before = self.settled_use()
        measurement = wrk(
            self.server.address, "consume.lua", [people, limit], connections=CALLERS, seconds=seconds,
            headers={"Authorization": f"Bearer {self.server.keys['secret_key']}",
                     "Content-Type": "application/json"})
        # Requests in flight at the end were counted but not answered.
        counted = self.settled_use() - before
        if not 0 <= counted - measurement.requests <= CALLERS:
            raise SystemExit(f"{measurement.requests} acknowledged, {counted} counted")
        return measurement

    def settled_use(self):
        """Returns the sum of all uses, after the requests of an ended load have been served."""
        used = None
        while used != (used := self.used()):
            time.sleep(0.2)
        return used

    def used(self):
        return int(self.cluster.query(
            self.database, "select coalesce(sum(amount), 0) from entitlements.uses")[0][0])

    def applying(self, run):
        """Runs a load with its own prefix, and checks that each acknowledged event was applied."""
        prefix = f"bench_{time.time_ns()}_"
        measurement = self.counting(lambda: run(prefix))
        applied = int(self.cluster.query(
            self.database,
            f"select count(*) from entitlements.webhook_events where tenant_id = '{self.tenant}' "
            f"and event_id between '{prefix}' and '{prefix}~' and status = 'applied'")[0][0])
        if applied < measurement.requests:
            raise SystemExit(f"{measurement.requests} acknowledged, {applied} applied")
        return measurement

    def counting(self, load):
        return self.cluster.counting(self.server, load)


class PlainTables:
    """The four writes of an event on tables that know nothing of the product."""

    def __init__(self, cluster, beside):
        self.cluster, self.beside = cluster, beside
        cluster.create("plain")
        cluster.query("plain", (HERE / "sql" / "plain_tables.sql").read_text(),
                      users=beside.size, tenant=beside.tenant)

    def ingest(self, seconds, clients):
        cpu, _ = self.cluster.spent()
        measurement = pgbench(
            self.cluster, "plain", "plain.sql",
            {"tenant": self.beside.tenant, "users": self.beside.size,
             "prefix": f"plain_{time.time_ns()}_", "number": 0, **renewal()},
            clients=clients, seconds=seconds, as_server=False)
        cpu = self.cluster.spent()[0] - cpu
        return dataclasses.replace(
            measurement, postgres_milliseconds_each=cpu * 1000 / measurement.requests)


def renewal():
    return {name: (HERE / "renewal" / f"{name}.json").read_text().strip()
            for name in ("body", "facts")}


def milliseconds_ago(days):
    return int((time.time() - days * 86_400) * 1000)


def times(events, calls):
    """Converts a measurement of calls into one of events, `events` a call."""
    return dataclasses.replace(
        calls, per_second=calls.per_second * events, requests=calls.requests * events)


def log(message):
    print(message, file=sys.stderr, flush=True)
