import EntitlementsDatabase
import TestSupport

extension ScratchDatabase {
    /// Adds `number` people, each with a purchase and its device row: `u_1`, or the first one that
    /// is named, and so on.
    ///
    /// A purchase's chain is the person's number.
    func addPeopleWhoBought(
        _ number: Int, from first: Int = 1, to tenant: TestTenant
    ) async throws {
        let people = "generate_series(\(first), \(first + number - 1)) n"
        try await administer(
            """
            begin;
            set local hearth.tenant_id = '\(tenant.id)';
            insert into entitlements.app_users (tenant_id, app_user_uuid)
            select '\(tenant.id)', md5(n::text)::uuid from \(people);
            insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid)
            select '\(tenant.id)', 'u_' || n, md5(n::text)::uuid
              from \(people);
            insert into entitlements.stored_answers (tenant_id, app_user_uuid)
            select '\(tenant.id)', md5(n::text)::uuid from \(people);
            insert into entitlements.purchases
                   (tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id,
                    owner_uuid)
            select '\(tenant.id)', md5('p' || n)::uuid, 'production', 'app_store', n,
                   'u_' || n, md5(n::text)::uuid
              from \(people);
            insert into entitlements.evidence
                   (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at,
                    environment, store, app_user_id, product_id, purchased_at, expires_at)
            select '\(tenant.id)', n, md5('p' || n)::uuid, 'initial_purchase', '2026-11-01',
                   '2026-11-01', 'production', 'app_store', 'u_' || n,
                   'stockpot_plus_monthly', '2026-11-01', '2036-11-01'
              from \(people);
            update entitlements.purchases
               set product_id = 'stockpot_plus_monthly', access_starts_at = '2026-11-01',
                   access_ends_at = '2036-11-01', status_until_end = 'active'
             where folded_at is null;
            insert into entitlements.synced_subscriptions
            select * from \(release).derived_subscriptions(array(
                       select purchase from entitlements.purchases purchase
                        where tenant_id = '\(tenant.id)'))
                on conflict do nothing;
            commit
            """)
        try await administer("vacuum analyze")
    }
}
