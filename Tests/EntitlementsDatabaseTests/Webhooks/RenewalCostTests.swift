import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Measures the most frequent event by counts, which are the same on every machine.
@Suite("Costs of a renewal")
struct RenewalCostTests {
    private static let renewals = 1_000
    /// The number of functions that may be called.
    ///
    /// The planner inlines SQL functions into their callers. One that it cannot inline is planned
    /// in each call, and no statistics show that.
    ///
    /// Attributes of which one is new are stored by a function of its own, `store_attributes`: it
    /// writes, so it cannot be inlined. An event that repeats what is stored does not enter it.
    private static func maximumFunctions(_ attributes: Attributes) -> Int {
        attributes == .changed ? 13 : 12
    }

    @Test("1,000 renewals reuse cached plans after a warm-up")
    func plans() async throws {
        try await Self.withRenewals { connection in
            let planned = try await connection.plannedAnew(in: Self.renewals) {
                try await Self.renew($0, on: connection)
            }
            #expect(planned.isEmpty, "\(planned)")
        }
    }

    /// What an event tells of `subscriber_attributes`.
    enum Attributes: String, CaseIterable {
        case none, repeated, changed
    }

    @Test(
        "a renewal calls at most twelve functions, and one more to store attributes",
        arguments: Attributes.allCases)
    func functions(attributes: Attributes) async throws {
        try await Self.withRenewals { connection in
            try await Self.renew(1, attributes, on: connection)
            try await connection.execute("reset role; set track_functions = 'all'")
            try await connection.execute("set role hearth_server")
            // Planning enters functions, too, and what other tests create can cause it: one that
            // a renewal calls is called by each of ten.
            try await Self.renew(10, attributes, on: connection)
            // The counts are there after the statement that asks for them.
            try await connection.execute("reset role; select pg_stat_force_next_flush()")
            let entered = try await connection.execute(
                """
                select funcname from pg_stat_user_functions
                 where schemaname = '\(release)' and calls >= 10 order by 1
                """
            ).compactMap { $0.first ?? nil }.filter { !$0.isEmpty }
            #expect(entered.contains("receive_webhook_events"))
            #expect(entered.count <= Self.maximumFunctions(attributes), "\(entered)")
        }
    }

    /// Lends a connection with the server's settings, in a database with one purchase and a
    /// prepared statement for its renewals.
    private static func withRenewals(
        _ body: (AdministrationConnection) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.initialPurchase())
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                try await connection.enter(tenant)
                try await connection.execute(
                    """
                    create temporary sequence renewals;
                    prepare renew (text[], text[], bytea[], jsonb[], text[]) as
                        select status from \(release).receive_webhook_events($1, $2, $3, $4, $5);
                    """)
                try await body(connection)
            }
        }
    }

    private static func renew(
        _ count: Int, _ attributes: Attributes = .none, on connection: AdministrationConnection
    ) async throws {
        for _ in 0..<count {
            let rows = try await connection.execute(
                """
                execute renew (
                    array['renewal ' || nextval('renewals')], '{RENEWAL}', '{""}',
                    array[jsonb_build_object(
                        'kind', 'renewal', 'environment', 'production', 'store', 'app_store',
                        'app_user_id', 'u_42', 'app_user_ids', jsonb_build_array('u_42'),
                        'product_id', 'stockpot_plus_monthly',
                        'original_transaction_id', '1000000000000001',
                        'transaction_id', currval('renewals')::text,
                        'purchased_at', clock_timestamp(), 'occurred_at', clock_timestamp(),
                        'expires_at', clock_timestamp() + interval '30 days')
                        || \(facts(of: attributes))],
                    '{null}')
                """)
            #expect(rows.first?.first == "applied")
        }
    }

    private static func facts(of attributes: Attributes) -> String {
        switch attributes {
        case .none: "'{}'"
        case .repeated: told("'one@example.com'", "'2026-11-01'")
        case .changed: told("currval('renewals') || '@example.com'", "clock_timestamp()")
        }
    }

    private static func told(_ value: String, _ updatedAt: String) -> String {
        """
        jsonb_build_object('attributes', jsonb_build_array(jsonb_build_object(
            'name', '$email', 'value', \(value), 'updated_at', \(updatedAt))))
        """
    }
}
