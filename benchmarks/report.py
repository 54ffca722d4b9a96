"""Medians over the rounds, the bars that the project sets itself, and both as text."""

import operator
import statistics

# Name, the case, what it is compared with (a case or a figure of its own), the bar.
# Figures of both cases are taken in one round; what disturbs a round for longer cancels.
RATIOS = (
    ("events / plain tables, 16 connections", "events, 16", "plain tables, 16", ">= 0.18"),
    ("events / plain tables, 64", "events, 64", "plain tables, 64", ">= 0.27"),
    ("lookups / bare route, 32 connections", "lookups, 32", "bare route, 32", ">= 0.42"),
    ("lookups / bare route, 128", "lookups, 128", "bare route, 128", ">= 0.52"),
    ("lookups / pgbench", "lookups, 32", "lookups by pgbench", ">= 0.45"),
    ("lookups of members / of buyers", "lookups of members", "lookups of buyers", ">= 0.85"),
    ("lookups beside 300 events a second / alone",
     "lookups of members beside 300 events a second", "lookups of members", ">= 0.80"),
    ("consume, 2,000 people: rolling / calendar",
     "consume, 2,000 people, rolling", "consume, 2,000 people, calendar", ""),
    ("consume, 2,000 people: pool / calendar",
     "consume, 2,000 people, pool", "consume, 2,000 people, calendar", ""),
    ("events, few / many people", "events, 16, few people", "events, 16, many people", "<= 1.3"),
    ("lookups, few / many people",
     "lookups, 32, few people", "lookups, 32, many people", "<= 1.2"),
    ("lookups by pgbench, few / many people",
     "lookups by pgbench, few people", "lookups by pgbench, many people", ""),
)

# Name, the case, the figure, what it is multiplied with, and the bar.
FIGURES = (
    ("CPU of an event without the load generator, 16: ms", "events, 16", "all", "<= 0.65"),
    ("CPU of an event without the load generator, 64: ms", "events, 64", "all", "<= 0.43"),
    ("of it the server, 16: ms", "events, 16", "server", "<= 0.11"),
    ("of it the server, 64: ms", "events, 64", "server", "<= 0.08"),
    ("one event on an idle server, p50: ms", "events on an idle server", "p50", "<= 1.6"),
    ("600 events a second, p99: ms", "events, 600 a second", "p99", "<= 12"),
    ("an event in the change log, p99: ms", "changes numbered, 1,000 events a second", "p99", "<= 150"),
    ("lookups beside 300 events a second, p99: ms",
     "lookups of members beside 300 events a second", "p99", "<= 7"),
    ("WAL of an event: kB", "events by pgbench, sets of 16", "wal", "<= 6.5"),
    ("WAL of an event, many people, after a checkpoint: kB",
     "events after a checkpoint, sets of 16, many people", "wal", "<= 30"),
    ("identify with a merge: a second", "merges, 4", "rate", ">= 330"),
)

READ = {
    "rate": lambda one: one.per_second,
    "p50": lambda one: one.p50_microseconds / 1000,
    "p99": lambda one: one.p99_microseconds / 1000,
    "server": lambda one: one.server_milliseconds_each,
    "all": lambda one: one.server_milliseconds_each + one.postgres_milliseconds_each,
    "wal": lambda one: one.wal_bytes_each / 1000,
}


def medians(rounds):
    """Returns, for each case, the median of each figure over all rounds."""
    cases = {}
    for measurements in rounds:
        for name, measurement in measurements.items():
            cases.setdefault(name, []).append(measurement)
    return {
        name: {
            "per_second": statistics.median(one.per_second for one in many),
            "p50_microseconds": statistics.median(one.p50_microseconds for one in many),
            "p99_microseconds": statistics.median(one.p99_microseconds for one in many),
            "lowest_per_second": min(one.per_second for one in many),
            "highest_per_second": max(one.per_second for one in many),
            **{
                cost: statistics.median(getattr(one, cost) for one in many)
                for cost in ("server_milliseconds_each", "postgres_milliseconds_each",
                             "wal_bytes_each")
                if getattr(many[0], cost) is not None
            },
        }
        for name, many in cases.items()
    }


def bars(rounds):
    """Returns each figure with a bar that was measured: name, median, bar, whether it is reached."""
    found = [
        (name, statistics.median(one[case].per_second / one[beside].per_second for one in rounds), bar)
        for name, case, beside, bar in RATIOS if {case, beside} <= rounds[0].keys()]
    found += [
        (name, statistics.median(READ[figure](one[case]) for one in rounds), bar)
        for name, case, figure, bar in FIGURES if case in rounds[0]]
    return [(name, value, bar, reaches(value, bar)) for name, value, bar in found]


def reaches(value, bar):
    """Returns whether a value reaches a bar like `>= 0.5`; none without a bar."""
    if not bar:
        return None
    sign, limit = bar.split()
    return {">=": operator.ge, "<=": operator.le}[sign](round(value, 2), float(limit))


def markdown(settings, cases, found):
    sizes = ", ".join(f"{size:,}" for size in settings["sizes"])
    lines = [
        f"{settings['started']}, {settings['cores']} cores, {settings['postgres']}, {sizes} people, "
        f"{settings['rounds']} interleaved rounds of {settings['seconds']} s a case, "
        f"commit {settings['commit']}",
        "",
        "| figure (median of the rounds) | measured | bar | |",
        "|---|---|---|---|",
        *[f"| {name} | {value:.2f} | {bar} | {'' if reached is not False else 'missed'} |"
          for name, value, bar, reached in found],
        "",
        "| case | per second, median (lowest–highest) | p50 ms | p99 ms | CPU ms each: server | Postgres "
        "| WAL, bytes each |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, case in cases.items():
        costs = [
            f"{case[cost]:{form}}" if cost in case else ""
            for cost, form in (("server_milliseconds_each", ".3f"), ("postgres_milliseconds_each", ".3f"),
                               ("wal_bytes_each", ",.0f"))]
        lines.append(
            f"| {name} | {case['per_second']:,.0f} "
            f"({case['lowest_per_second']:,.0f}–{case['highest_per_second']:,.0f}) "
            f"| {case['p50_microseconds'] / 1000:,.2f} | {case['p99_microseconds'] / 1000:,.2f} "
            f"| {' | '.join(costs)} |")
    return "\n".join(lines) + "\n"
