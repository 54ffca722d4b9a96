import EntitlementsDatabase
import TestSupport
import Testing

/// Lookups must stay lookups when an app has grown: a plan that reads a table is found here.
@Suite("Plans of the hot reads")
struct QueryPlanTests {
    private static let people = 20_000

    @Test("no lookup reads a table of people or purchases from end to end")
    func lookups() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await Self.seed(tenant, in: scratch)
            for call in [
                "get_entitlements('u_77')", "get_entitlement('u_77', 'plus')",
                "check_entitlements(array['u_77', 'u_78'], array['plus', 'plus'])",
                "get_feature('u_77', 'labs')", "get_app_user('u_77')",
                "get_entitlements('u_77', 'production', '2026-11-03')",
            ] {
                let read = try await Self.tablesRead(by: call, of: tenant, in: scratch)
                #expect(read == [], "\(call)")
            }
        }
    }

    @Test("a table that is read from end to end is seen")
    func scanIsSeen() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await Self.seed(tenant, in: scratch)
            try await scratch.administer("drop index entitlements.purchases_of_owner")
            let read = try await Self.tablesRead(
                by: "get_entitlements('u_77')", of: tenant, in: scratch)
            #expect(read == ["purchases"])
        }
    }

    /// Which large tables ten calls of the server read sequentially, by Postgres's own count.
    ///
    /// The count is that of one connection, before it is added to everybody's: `pg_stat_xact`.
    private static func tablesRead(
        by call: String, of tenant: TestTenant, in scratch: ScratchDatabase
    ) async throws -> [String] {
        let calls = Array(repeating: "perform api.\(call);", count: 10).joined(separator: " ")
        return try await scratch.administer(
            """
            begin;
            set local role hearth_server;
            set local plan_cache_mode = force_generic_plan;
            set local hearth.tenant_id = '\(tenant.id)';
            do $$ begin \(calls) end $$;
            reset role;
            select relname from pg_stat_xact_user_tables
             where schemaname = 'entitlements' and seq_scan > 0
               and relname in ('app_users', 'app_user_ids', 'purchases', 'evidence')
             order by relname
            """
        ).compactMap { $0.first ?? nil }
    }

    /// Half of the people are the tenant's and half another's.
    private static func seed(_ tenant: TestTenant, in scratch: ScratchDatabase) async throws {
        for tenant in [tenant, try await TestTenant.create(in: scratch.database)] {
            try await scratch.addPeopleWhoBought(people / 2, to: tenant)
        }
    }
}
