import EntitlementsDatabase
import TestSupport
import Testing

@Suite("analyze_tables")
struct AnalyzeTablesTests {
    @Test("the server's role gathers statistics of tables that an import filled")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.importRows((0..<50).map { ImportedRow.appUser("u_\($0)") })
            let statistics = """
                select count(*) from pg_catalog.pg_stats
                 where schemaname = 'entitlements' and tablename = 'app_user_ids'
                """
            #expect(try await own.ask(statistics) == "0")
            _ = try await own.database.callOne(AnalyzeTables())
            #expect(try await own.ask(statistics) != "0")
        }
    }
}
