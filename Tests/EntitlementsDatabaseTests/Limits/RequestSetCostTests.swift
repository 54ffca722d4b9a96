import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("Costs of sets of uses and spends")
struct RequestSetCostTests {
    private static let calls = 300

    private static let uses = """
        select number from \(release).use_limits(
            (select array_agg('u_' || number) from generate_series(1, 16) as number),
            array_fill('recipes'::text, array[16]), array_fill(1, array[16]),
            (select array_agg('job ' || $1 || ' ' || number)
               from generate_series(1, 16) as number),
            array_fill(null::integer, array[16]), array_fill(null::timestamptz, array[16]),
            'production', clock_timestamp())
        """

    @Test("sets of uses reuse cached plans after a warm-up")
    func plans() async throws {
        try await Self.expectNoPlans(like: "digero", Self.uses)
    }

    @Test("a set of 16 uses calls at most 64 functions")
    func functions() async throws {
        try await Self.withRequests(like: "digero", Self.uses) { connection in
            try await connection.execute("execute request (1)")
            try await connection.execute("reset role; set track_functions = 'all'")
            try await connection.execute("set role hearth_server; execute request (2)")
            try await connection.execute("reset role; select pg_stat_force_next_flush()")
            let calls = try await connection.execute(
                "select sum(calls) from pg_stat_user_functions where schemaname = '\(release)'")
            let called = try #require((calls.first?.first ?? nil).flatMap { Int($0) })
            #expect((16...64).contains(called))
        }
    }

    @Test("sets of spends reuse cached plans after a warm-up")
    func spends() async throws {
        try await Self.expectNoPlans(
            like: "iris",
            """
            select number from \(release).spend_credits(
                (select array_agg('u_' || number) from generate_series(1, 16) as number),
                array_fill('hd_export'::text, array[16]), array_fill(1, array[16]),
                (select array_agg('job ' || $1 || ' ' || number)
                   from generate_series(1, 16) as number), 'production', clock_timestamp())
            """)
    }

    private static func expectNoPlans(like file: String, _ call: String) async throws {
        try await withRequests(like: file, call) { connection in
            var made = 0
            let planned = try await connection.plannedAnew(in: calls) { times in
                for _ in 0..<times {
                    made += 1
                    let rows = try await connection.execute("execute request (\(made))")
                    #expect(rows.count == 16)
                }
            }
            #expect(planned.isEmpty, "\(planned)")
        }
    }

    /// Lends a connection with the server's settings and the call as a prepared statement.
    private static func withRequests(
        like file: String, _ call: String,
        _ body: (AdministrationConnection) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(like: file, in: scratch.database)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                try await connection.enter(tenant)
                try await connection.execute("prepare request (integer) as \(call)")
                try await body(connection)
            }
        }
    }
}
