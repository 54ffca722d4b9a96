import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("The planner's statistics follow tables that grow fast")
struct StatisticsDutyTests {
    @Test("all tables that have grown are analyzed")
    func grown() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await own.administer(
                """
                insert into entitlements.app_users (tenant_id)
                select '\(tenant.id)' from generate_series(1, \(Duty.minimumChanges));
                insert into entitlements.stored_answers (tenant_id, app_user_uuid)
                select tenant_id, app_user_uuid from entitlements.app_users;
                select pg_stat_force_next_flush()
                """)
            await Duty.statistics.perform(in: own.database, .silent)
            let analyzed = """
                select count(distinct tablename) from pg_catalog.pg_stats
                 where schemaname = 'entitlements' and tablename in ('app_users', 'stored_answers')
                """
            #expect(try await own.ask(analyzed) == "2")
        }
    }
}
