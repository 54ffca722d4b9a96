import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("Upkeep and list_overdue_tables")
struct ListOverdueTablesTests {
    @Test("all that is due is deleted, more than one call deletes")
    func pruned() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.create("u_1", "identified")
            try await own.administer(Self.rows(of: "\(tenant.id)"))
            let overdue = try await own.database.call(Upkeep.overdue).map(\.tableName)
            #expect(Set(overdue) == Set(Self.tables))
            await Upkeep(database: own.database, logger: .silent).upkeep()
            #expect(try await own.database.call(Upkeep.overdue) == [])
            for table in Self.tables {
                let left = try await own.ask("select count(*) from entitlements.\(table)")
                #expect(left == "0", "\(table)")
            }
        }
    }

    private static let tables = [
        "idempotent_answers", "run_app_users", "merge_tickets", "claim_attempts", "code_attempts",
        "reservations",
    ]

    /// Two and a half times as many old rows of each table as one call deletes.
    private static func rows(of tenant: String) -> String {
        """
        insert into entitlements.idempotent_answers
               (tenant_id, idempotency_key, operation, request_digest, answer, created_at)
        select '\(tenant)', n, 'test', sha256(n::text::bytea), '{}', now() - interval '3 days'
          from generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n;
        insert into entitlements.runs
               (tenant_id, scope, origin, is_dry_run, stop_at_lost_percent, status, started_at,
                ended_at)
        values ('\(tenant)', 'all', 'request', true, 50, 'finished', now() - interval '40 days',
                now() - interval '39 days');
        insert into entitlements.run_app_users (tenant_id, run_id, app_user_id, risk)
        select run.tenant_id, run.run_id, 'u_' || n, 1
          from entitlements.runs run,
               generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n;
        insert into entitlements.merge_tickets
               (tenant_id, digest, anonymous_app_user_id, app_user_id, created_at, expires_at)
        select '\(tenant)', sha256(n::text::bytea), 'u_1', 'u_2', now() - interval '3 days',
               now() - interval '3 days' + interval '60 seconds'
          from generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n;
        insert into entitlements.claim_attempts (tenant_id, app_user_id, hour, attempts)
        select '\(tenant)', 'u_' || n, now() - interval '3 days', 1
          from generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n;
        insert into entitlements.code_attempts (tenant_id, app_user_id, hour, attempts)
        select '\(tenant)', 'u_' || n, now() - interval '3 days', 1
          from generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n;
        insert into entitlements.reservations
               (tenant_id, app_user_id, limit_id, period_starts_at, amount, status, made_at)
        select '\(tenant)', 'u_1', 'scans', now() - interval '500 days', 1, 'used',
               now() - interval '500 days'
          from generate_series(1, \(5 * Upkeep.maximumRowsPrunedAtOnce / 2)) n
        """
    }
}
