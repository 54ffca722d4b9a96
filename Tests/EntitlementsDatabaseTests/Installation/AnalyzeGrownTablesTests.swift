import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("analyze_grown_tables")
struct AnalyzeGrownTablesTests {
    @Test("a table that has grown by half is analyzed, once, and the one that has grown most first")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            #expect(try await own.analyzed(minimumChanges: 100) == 0)
            try await own.addAppUsers(300, to: tenant)
            try await own.administer(
                """
                insert into entitlements.stored_answers (tenant_id, app_user_uuid)
                select tenant_id, app_user_uuid from entitlements.app_users limit 200;
                select pg_stat_force_next_flush()
                """)
            #expect(try await own.analyzed(minimumChanges: 100) == 1)
            #expect(try await own.tablesWithStatistics() == ["app_users"])
            #expect(try await own.analyzed(minimumChanges: 100) == 1)
            #expect(try await own.tablesWithStatistics() == ["app_users", "stored_answers"])
            #expect(try await own.analyzed(minimumChanges: 100) == 0)

            try await own.addAppUsers(149, to: tenant)
            #expect(try await own.analyzed(minimumChanges: 100) == 0)
            try await own.addAppUsers(1, to: tenant)
            #expect(try await own.analyzed(minimumChanges: 151) == 0)
            #expect(try await own.analyzed(minimumChanges: 100) == 1)
        }
    }

    @Test(
        "a table that another session holds is passed over, and the next one is analyzed",
        arguments: ["share update exclusive", "exclusive", "access exclusive"])
    func raced(mode: String) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await own.addAppUsers(300, to: tenant)
            try await own.administer(
                """
                insert into entitlements.stored_answers (tenant_id, app_user_uuid)
                select tenant_id, app_user_uuid from entitlements.app_users limit 200;
                select pg_stat_force_next_flush()
                """)
            try await AdministrationConnection.withConnection(
                to: own.superuserConnectionString
            ) { other in
                try await other.execute(
                    "begin; lock table entitlements.app_users in \(mode) mode")
                #expect(try await own.analyzed(minimumChanges: 100) == 1)
                #expect(try await own.tablesWithStatistics() == ["stored_answers"])
                #expect(try await own.analyzed(minimumChanges: 100) == 0)
                try await other.execute("commit")
            }
            #expect(try await own.analyzed(minimumChanges: 100) == 1)
            #expect(try await own.tablesWithStatistics() == ["app_users", "stored_answers"])
        }
    }
}

extension ScratchDatabase {
    fileprivate func analyzed(minimumChanges: Int32) async throws -> Int64 {
        try await database.callOne(AnalyzeGrownTables(minimumChanges: minimumChanges)).analyzed
    }

    /// Adds rows, and lets Postgres count them at once; it does not analyze them by itself.
    fileprivate func addAppUsers(_ count: Int, to tenant: TestTenant) async throws {
        try await administer(
            """
            alter table entitlements.app_users set (autovacuum_enabled = false);
            alter table entitlements.stored_answers set (autovacuum_enabled = false);
            insert into entitlements.app_users (tenant_id)
            select '\(tenant.id)' from generate_series(1, \(count));
            select pg_stat_force_next_flush()
            """)
    }

    /// Of the two that these tests fill.
    fileprivate func tablesWithStatistics() async throws -> [String?] {
        try await administer(
            """
            select distinct tablename from pg_catalog.pg_stats
             where schemaname = 'entitlements' and tablename in ('app_users', 'stored_answers')
             order by 1
            """
        ).map { $0[0] }
    }
}
