import TestSupport

extension TenancyTests {
    /// Stores rows of queues, of dropped bodies, and of a move that copies.
    static func fillQueues(of tenant: TestTenant) async throws {
        try await TestDatabase.shared.administer(
            """
            insert into entitlements.stale_answers (tenant_id, app_user_uuid)
            select tenant_id, app_user_uuid from entitlements.app_users
             where tenant_id = '\(tenant.id)';
            insert into entitlements.awaited_transactions values ('\(tenant.id)', 't', 'infinity');
            insert into entitlements.dropped_bodies values ('\(tenant.id)', now());
            with erased as (
                insert into entitlements.erasures (tenant_id, erased_at, spellings, finished_at)
                values ('\(tenant.id)', now(), '{}', now()) returning erasure_id)
            insert into entitlements.events_to_erase
            select '\(tenant.id)', event_id, erasure_id, '{id}', '{name}'
              from erased, entitlements.webhook_events
             where tenant_id = '\(tenant.id)' limit 1;
            insert into entitlements.tenant_moves (tenant_id, slug, state, other_database)
            values ('\(tenant.id)', '\(tenant.slug)', 'copying', 'elsewhere');
            """)
    }
}
