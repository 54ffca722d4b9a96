import EntitlementsDatabase
import TestSupport
import Testing

/// Detects lookups that read a whole table.
@Suite("Plans of the hot reads")
struct QueryPlanTests {
    private static let people = 20_000

    @Test("no lookup reads all people or purchases of a tenant")
    func lookups() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await Self.seed(tenant, in: scratch)
            for call in [
                "get_entitlements('u_77')", "get_entitlement('u_77', 'plus')",
                "check_entitlements(array['u_77', 'u_78'], array['plus', 'plus'])",
                "get_feature('u_77', 'labs')", "get_app_user('u_77')",
                "get_entitlements('u_77', 'production', '2026-11-03')",
                "explain_access('u_77', 'plus')", "explain_access('u_77', as_of => '2026-11-03')",
                "explain_access('u_78', 'plus', transaction_id => 't_1')",
                "recall_access('entitlements', 'u_77', null, 'production', null, now())",
                "recall_access('features', 'u_78', null, 'production', '2026-11-03', now())",
                "recall_explanation('u_77', 'plus', null, 't_1', 'production', null, now())",
                "recall_explanations('u_78', 'production', null, now())",
                "explain_entitlements('u_77')",
            ] {
                let read = try await Self.tablesRead(by: call, of: tenant, in: scratch)
                #expect(read == [], "\(call)")
            }
        }
    }

    @Test("the test detects that all purchases of a tenant are read")
    func readingAllIsSeen() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await Self.seed(tenant, in: scratch)
            try await scratch.administer("drop index entitlements.purchases_of_owner")
            let read = try await Self.tablesRead(
                by: "get_entitlements('u_77')", of: tenant, in: scratch)
            #expect(read == ["purchases"])
        }
    }

    /// The large tables of which ten calls read as many rows as a tenant has people.
    ///
    /// Counted by `pg_stat_xact`, which covers one connection's transaction only.
    private static func tablesRead(
        by call: String, of tenant: TestTenant, in scratch: ScratchDatabase
    ) async throws -> [String] {
        let calls = Array(repeating: "perform \(release).\(call);", count: 10)
            .joined(separator: " ")
        return try await scratch.administer(
            """
            begin;
            set local role hearth_server;
            set local plan_cache_mode = force_generic_plan;
            set local hearth.tenant_id = '\(tenant.id)';
            do $$ begin \(calls) end $$;
            reset role;
            select relname from pg_stat_xact_user_tables
             where schemaname = 'entitlements'
               and seq_tup_read + idx_tup_fetch >= \(people / 2)
               and relname in ('app_users', 'app_user_ids', 'purchases', 'evidence')
             order by relname
            """
        ).compactMap { $0.first ?? nil }
    }

    /// Adds half of the people to the tenant and half to another one.
    private static func seed(_ tenant: TestTenant, in scratch: ScratchDatabase) async throws {
        for tenant in [tenant, try await TestTenant.create(in: scratch.database)] {
            try await scratch.addPeopleWhoBought(people / 2, to: tenant)
        }
    }
}
