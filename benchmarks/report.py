"""Medians over the rounds, the ratios that the project promises, and both as text."""

import statistics


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
                for cost in ("cpu_milliseconds_each", "wal_bytes_each")
                if getattr(many[0], cost) is not None
            },
        }
        for name, many in cases.items()
    }


def ratios(rounds, sizes):
    """Returns each ratio, taken within a round, as the median over the rounds.

    Noise that lasts longer than a round cancels.
    """
    largest, smallest = sizes[-1], sizes[0]

    def median(numerator, denominator):
        """Returns none if a case was not measured."""
        if not {numerator, denominator} <= rounds[0].keys():
            return None
        return statistics.median(
            one[numerator].per_second / one[denominator].per_second for one in rounds)

    def growth(kind):
        return median(f"lookup {kind} {smallest}", f"lookup {kind} {largest}")

    found = [
        ("lookup: server / pgbench",
         median(f"lookup server {largest}", f"lookup pgbench {largest}"), ">= 0.45"),
        ("lookup: server / bare route", median(f"lookup server {largest}", "lookup bare"), ""),
        ("lookup: household / own", median("lookup household", "lookup own"), ">= 0.85"),
        ("lookup: household / household of the peer",
         median("lookup household", "lookup peer household"), ""),
        ("lookup: household, while 300 events a second arrive / alone",
         median("lookup under ingest", "lookup household"), ">= 0.85"),
        ("ingest: server / peer", median(f"ingest server {largest}", "ingest peer"), ">= 5"),
        ("ingest: server / four writes on plain tables",
         median(f"ingest server {largest}", "ingest plain tables"), ">= 0.5"),
        ("ingest: server / pgbench, sets of 16",
         median(f"ingest server {largest}", "ingest pgbench sets"), ""),
        ("ingest: sets of 16 / one event a call, by pgbench",
         median("ingest pgbench sets", "ingest pgbench one"), ""),
        ("consume, 2,000 people: rolling / calendar",
         median("consume 2,000 people, rolling", "consume 2,000 people"), ""),
        ("consume, 2,000 people: pools / calendar",
         median("consume 2,000 people, pools", "consume 2,000 people"), ""),
    ]
    if len(sizes) > 1:
        found += [
            (f"cost of an event, {largest:,} / {smallest:,} people: server",
             median(f"ingest server {smallest}", f"ingest server {largest}"), "<= 1.3"),
            (f"cost of a lookup, {largest:,} / {smallest:,} people: server", growth("server"),
             "<= 1.2"),
            (f"cost of a lookup, {largest:,} / {smallest:,} people: pgbench", growth("pgbench"), ""),
        ]
    return [one for one in found if one[1] is not None]


def markdown(settings, cases, found):
    lines = [
        f"{settings['started']}, {settings['cores']} cores, {settings['postgres']}, "
        f"{settings['rounds']} interleaved rounds of {settings['seconds']} s a case, "
        f"commit {settings['commit']}",
        "",
        "| ratio (median of the rounds) | measured | bar |",
        "|---|---|---|",
        *[f"| {name} | {value:.2f} | {bar} |" for name, value, bar in found],
        "",
        "| case | per second, median (lowest–highest) | p50 µs | p99 µs |",
        "|---|---|---|---|",
    ]
    for name, case in cases.items():
        lines.append(
            f"| {name} | {case['per_second']:,.0f} "
            f"({case['lowest_per_second']:,.0f}–{case['highest_per_second']:,.0f}) "
            f"| {case['p50_microseconds']:,.0f} | {case['p99_microseconds']:,.0f} |")
    lines += ["", "| case | Postgres: CPU an event, ms | WAL an event, bytes |", "|---|---|---|"]
    for name, case in cases.items():
        if "wal_bytes_each" in case:
            lines.append(
                f"| {name} | {case['cpu_milliseconds_each']:.2f} | {case['wal_bytes_each']:,.0f} |")
    return "\n".join(lines) + "\n"
