import EntitlementsDatabase
import TestSupport

extension ScratchDatabase {
    /// Adds `number` households of five of the people who bought: `u_1` to `u_5` are the first.
    ///
    /// The first of each five is the owner. `u_23` and `u_24` stay outside, and `guest` is a sixth
    /// member of the last household. Household `n` is `md5('h' || n)`, and every twentieth has an
    /// invite: `code n`.
    /// The statistics stay as they were.
    func addHouseholds(_ number: Int, with guest: String, to tenant: TestTenant) async throws {
        try await administer(
            """
            begin;
            set local hearth.tenant_id = '\(tenant.id)';
            insert into entitlements.households (tenant_id, household_id, created_at)
            select '\(tenant.id)'::uuid, md5('h' || n)::uuid, '2026-11-01'
              from generate_series(1, \(number)) n;
            insert into entitlements.household_members
                   (tenant_id, household_id, member_id, app_user_id, app_user_uuid, seat, seats,
                    joined_at)
            select '\(tenant.id)'::uuid, md5('h' || ((n - 1) / 5 + 1))::uuid, md5('m' || n)::uuid,
                   'u_' || n, md5(n::text)::uuid, (n - 1) % 5 + 1, 6, '2026-11-01'::timestamptz
              from generate_series(1, \(number) * 5) n
             where n not in (23, 24)
             union all
            select '\(tenant.id)'::uuid, md5('h\(number)')::uuid, md5('guest')::uuid, app_user_id,
                   app_user_uuid, 6, 6, '2026-11-02'
              from entitlements.app_user_ids
             where tenant_id = '\(tenant.id)' and app_user_id = '\(guest)';
            insert into entitlements.household_owners
                   (tenant_id, household_id, member_id, owned_from)
            select '\(tenant.id)'::uuid, household_id, member_id, joined_at
              from entitlements.household_members
             where tenant_id = '\(tenant.id)' and seat = 1;
            insert into entitlements.household_invites
                   (tenant_id, household_id, code_digest, created_at, expires_at)
            select '\(tenant.id)'::uuid, md5('h' || n)::uuid, sha256(('code ' || n)::bytea),
                   '2026-11-01', '2036-11-01'
              from generate_series(1, \(number)) n where n % 20 = 0;
            commit
            """)
    }
}
