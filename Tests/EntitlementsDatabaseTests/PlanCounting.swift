import Postgres
import TestSupport

extension AdministrationConnection {
    /// Sets up the connection as the server does, for one tenant.
    func enter(_ tenant: TestTenant) throws {
        try execute(
            """
            set role hearth_server;
            set plan_cache_mode = force_generic_plan;
            set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
            set random_page_cost = 0; set seq_page_cost = 0; set cpu_operator_cost = 0.00001;
            set cpu_index_tuple_cost = 0.0005;
            set hearth.tenant_id = '\(tenant.id)';
            """)
    }

    /// The statements planned in more than half of the calls, after a warm-up.
    ///
    /// Counts only this database, as other tests count at the same time.
    func plannedAnew(
        in calls: Int, warmUp: Int = 20, by call: (_ times: Int) async throws -> Void
    ) async throws -> [[String?]] {
        try execute(
            """
            reset role;
            create extension if not exists pg_stat_statements;
            set pg_stat_statements.track = 'all';
            set pg_stat_statements.track_planning = on;
            set role hearth_server;
            """)
        try await call(warmUp)
        var planned: [[String?]] = []
        // An invalidation by other sessions, such as an analyze, plans each statement once more in
        // each function that has it: thirteen functions of a timeline read the tenant's id. A few
        // calls may pass without one. A statement that every call plans is planned in each attempt.
        for _ in 0..<8 {
            planned = try await plansMade(in: calls, by: call)
            if planned.isEmpty { break }
        }
        return planned
    }

    private func plansMade(
        in calls: Int, warmUp: Int = 20, by call: (_ times: Int) async throws -> Void
    ) async throws -> [[String?]] {
        try execute("reset role; select pg_stat_statements_reset(0, \(Self.database), 0)")
        try execute("set role hearth_server")
        try await call(calls)
        let counted = try execute(
            """
            reset role;
            select max(calls) >= \(calls) from pg_stat_statements where dbid = \(Self.database)
            """)
        guard counted.last?.first == "t" else { return [["the calls are not counted"]] }
        return try execute(
            """
            select plans, calls, left(query, 200) from pg_stat_statements
             where dbid = \(Self.database) and plans > \(calls / 2)
            """)
    }

    private static let database =
        "(select oid from pg_database where datname = current_database())"
}
