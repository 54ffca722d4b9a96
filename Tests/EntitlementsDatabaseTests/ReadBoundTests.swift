import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

/// Measures pages of Postgres, which are the same on every machine.
@Suite("Bounds of a read")
struct ReadBoundTests {
    /// Of 8 KiB.
    ///
    /// Reading all events of the tenant takes twice as many, and so does an export that reads all
    /// events of the app user.
    private static let maximumPages = 15_000
    private static let events = 30_000

    /// Reads of all rows, which no request makes or that have other bounds.
    private static let exempt: Set = [
        // Of doctor and of upkeep, which look through all tenants.
        "examine_installation", "list_invariant_violations", "list_overdue_tables",
    ]

    /// Values of filters, beside none: of the one that most rows have, of few, and of no row.
    private static let filters = [
        "with_status": ["'applied'", "'stored'", "'failed'"],
        "with_type": ["'RENEWAL'", "'TEST'", "'NOSUCH'"],
        "of_app_user_id": ["'u_many'", "'u_few'", "'u_unknown'"],
        "of_transaction_id": ["'t_1'", "'t_unknown'"],
        "received_from": ["now()", "'-infinity'"], "received_until": ["now()", "'-infinity'"],
        "with_kind": ["'event'", "'note'", "'nosuch'"], "sort": ["'end'", "'change'"],
        "with_plan": ["'nosuch'"], "with_dissolved": ["true"],
    ]

    @Test("every read that a request can make reads few pages of a tenant with many rows")
    func pages() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(like: "metered", in: scratch.database)
            try await tenant.receive(.nowRunning(appUserID: "u_many"))
            try await scratch.administer(Self.fill(tenant))
            try await tenant.receive(
                .initialPurchase(appUserID: "u_few", originalTransactionID: "t_1"))
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                let calls = try await Self.calls(on: connection)
                #expect(calls.count > 100)
                try await connection.enter(tenant)
                try await connection.execute("set plan_cache_mode = auto")
                for call in calls {
                    let pages = try await connection.pages(of: call)
                    #expect(pages <= Self.maximumPages, "\(call)")
                }
            }
        }
    }

    private static func calls(on connection: AdministrationConnection) async throws -> [String] {
        try await EveryRead.all(on: connection)
            .filter { !exempt.contains($0.function) }
            .flatMap { read in
                let usual = EveryRead.values(for: "u_many")
                var values = usual
                var calls = [try read.call(values)]
                for argument in read.arguments.map(\.name) {
                    for value in filters[argument] ?? [] {
                        values[argument] = value
                        calls.append(try read.call(values))
                        // With a status, too: the two together.
                        if argument == "with_type", values["with_status"] == nil {
                            for status in filters["with_status"] ?? [] {
                                values["with_status"] = status
                                calls.append(try read.call(values))
                            }
                            values["with_status"] = nil
                        }
                    }
                    values[argument] = usual[argument]
                }
                return calls
            }
    }

    /// Adds events of which most are applied renewals, and six thousand of one app user.
    ///
    /// The order on disk is not that of the lists, so each row that a list passes is a page.
    private static func fill(_ tenant: TestTenant) -> String {
        """
        insert into entitlements.webhook_events
               (tenant_id, event_id, event_type, body, received_at, status)
        select '\(tenant.id)', 'many ' || number,
               case when number > 50 then 'RENEWAL' else 'TEST' end, '{}',
               now() - number * interval '1 minute' - interval '1 hour',
               case when number > 50 then 'applied' else 'stored' end
          from generate_series(1, \(events)) as number
         order by md5(number::text);
        do $$
        declare
            _columns constant text := (
                select string_agg(quote_ident(attname), ', ') from pg_attribute
                 where attrelid = 'entitlements.evidence'::regclass and attnum > 0
                   and attgenerated = '' and not attisdropped
                   and attname not in ('evidence_id', 'received_at'));
        begin
            execute format(
                'insert into entitlements.evidence (evidence_id, received_at, %1$s)
                 select ''many '' || number,
                        now() - number * interval ''1 minute'' - interval ''1 hour'', %1$s
                   from (select * from entitlements.evidence limit 1) as known
                  cross join generate_series(1, 6000) as number', _columns);
        end
        $$;
        insert into entitlements.audit_entries
               (tenant_id, recorded_at, action, actor, reason, app_user_ids, before, after)
        select '\(tenant.id)', now() - number * interval '1 minute', 'grant', 'test', 'test',
               '{u_other}', '{}', '{}'
          from generate_series(1, \(events)) as number;
        analyze;
        """
    }
}

extension AdministrationConnection {
    /// The pages that a call reads, from the cache or from the disk, on a connection that has made
    /// it before; 0 of a call that is refused because a name of it is of nothing.
    fileprivate func pages(of call: String) throws -> Int {
        do {
            try execute("select from \(call)")
            let plan = try execute(
                "explain (analyze, buffers, timing off, summary off, format json) "
                    + "select from \(call)"
            ).compactMap { $0.first ?? nil }.joined()
            let counts = plan.matches(of: #/"Shared (?:Hit|Read) Blocks": (\d+)/#)
            // The first two are of the uppermost step, which has those of all others.
            return counts.prefix(2).compactMap { Int($0.1) }.reduce(0, +)
        } catch {
            guard error.description.contains("not_found") else { throw error }
            return 0
        }
    }
}
