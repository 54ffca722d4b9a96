import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A tenant that moves to another database, arrives from one, or has moved.
@Suite("enter_tenant")
struct EnterTenantTests {
    @Test(
        "their calls are refused; reads go on while only writes are held up",
        arguments: [
            ("copying", nil, nil), ("aborting", nil, nil), ("fenced", nil, .tenantMoving),
            ("arriving", .tenantMoving, .tenantMoving), ("moved", .tenantMoved, .tenantMoved),
        ] as [(String, ErrorCode?, ErrorCode?)])
    func refused(state: String, reads: ErrorCode?, writes: ErrorCode?) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let other = try await TestTenant.create(in: scratch.database)
            try await scratch.setAway(tenant, state)
            #expect(await Self.code { try await tenant.upstream() } == reads)
            #expect(await Self.code { try await tenant.setUpstream(sealed(1)) } == writes)
            #expect(await Self.code { try await other.setUpstream(sealed(1)) } == nil)
            let known = try await scratch.database.call(ListTenants(pageLimit: 9, afterSlug: nil))
            #expect(known.contains { $0.tenantID == tenant.id } == (writes == nil))
            #expect(
                await Self.code { try await tenant.apply { $0.name = "Another" } } == writes)
        }
    }

    @Test("a refusal says when to repeat")
    func repeated() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await scratch.setAway(tenant, "arriving")
            let failure = await #expect(throws: Failure.self) { try await tenant.upstream() }
            #expect(failure?.retryAfterSeconds == 1)
        }
    }

    @Test("workers leave them alone, whatever is due, and act when they are back")
    func leftAlone() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for person in ["u_1", "u_2"] { try await tenant.create(person, "identified") }
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            try await scratch.administer(Self.due)
            try await tenant.receive(.initialPurchase(id: "old", appUserID: "u_2"))
            try await scratch.administer(
                """
                update entitlements.webhook_events set received_at = now() - interval '100 days'
                 where event_id = 'old'
                """)
            for state in ["arriving", "fenced", "moved"] {
                try await scratch.setAway(tenant, state)
                for door in Self.doors {
                    let changed = try await scratch.tablesChanged(by: door)
                    #expect(changed == [], "\(state): \(door)")
                }
            }
            try await scratch.setAway(tenant, "copying")
            for door in Self.doors {
                #expect(try await scratch.tablesChanged(by: door) != [], "\(door)")
            }
        }
    }

    /// The doors that write for tenants which no caller names.
    private static let doors = [
        "number_changes(100)", "claim_endpoints(gen_random_uuid(), 30, false, 10)",
        "claim_webhook_event(30)", "claim_snapshot(30)", "claim_schedule()",
        "claim_household_review(30)", "next_run()", "refresh_due_answers(100)",
        "refresh_figures()", "review_due_referrals(100)", "erase_webhook_events(100)",
        "note_presence()", "use_api_key('away0000')", "prune_old_runs(1000)",
        "prune_event_bodies(1000)", "prune(1, 1, 1, 1, 1000)",
    ]

    /// Work for each of them.
    private static let due = """
        insert into entitlements.upstreams (tenant_id, sealed_key)
        select tenant_id, sha256('a') from entitlements.tenants;
        insert into entitlements.pending_changes
               (tenant_id, kind, app_user_id, cause, happened_at, recorded_at)
        select tenant_id, 'x', 'u_1', 'event', now(), now() from entitlements.tenants;
        insert into entitlements.endpoints
               (tenant_id, endpoint_id, url, handed_over_number, leased_until, created_at)
        select tenant_id, gen_random_uuid(), 'https://a.example', 0, '-infinity', now()
          from entitlements.tenants;
        insert into entitlements.change_heads (tenant_id, last_number)
        select tenant_id, 5 from entitlements.tenants;
        update entitlements.webhook_events
           set status = 'failed', failure = 'x', due_at = '-infinity';
        insert into entitlements.snapshot_queue (tenant_id, app_user_uuid, app_user_id, due_at)
        select tenant_id, app_user_uuid, 'u_1', '-infinity'
          from entitlements.app_users limit 1
            on conflict (tenant_id, app_user_uuid) do update set due_at = '-infinity';
        insert into entitlements.runs
               (tenant_id, scope, origin, is_dry_run, stop_at_lost_percent, started_at)
        select tenant_id, 'all', 'request', true, 50, now() from entitlements.tenants;
        insert into entitlements.runs
               (tenant_id, scope, origin, is_dry_run, stop_at_lost_percent, started_at, status,
                ended_at)
        select tenant_id, 'all', 'request', true, 50, now() - interval '500 days', 'finished',
               now() - interval '499 days' from entitlements.tenants;
        insert into entitlements.api_keys (tenant_id, key_id, kind, digest)
        select tenant_id, 'away0000', 'read', sha256('a') from entitlements.tenants;
        update entitlements.tenants set definition_version = definition_version + 1;
        insert into entitlements.erasures (tenant_id, erased_at, spellings)
        select tenant_id, now(), '{x}' from entitlements.tenants;
        insert into entitlements.households (tenant_id, created_at)
        select tenant_id, now() from entitlements.tenants;
        insert into entitlements.household_reviews
        select tenant_id, household_id, '-infinity' from entitlements.households;
        insert into entitlements.referrals
               (tenant_id, referrer_app_user_id, referred_app_user_id, redeemed_at, review_at)
        select tenant_id, 'u_1', 'u_2', now(), '-infinity' from entitlements.tenants;
        insert into entitlements.claim_attempts (tenant_id, app_user_id, hour, attempts)
        select tenant_id, 'u_1', now() - interval '3 days', 1 from entitlements.tenants
        """

    private static func code<Result>(of body: () async throws -> Result) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? Failure)?.code
        }
    }
}

extension ScratchDatabase {
    /// Notes that a tenant moves, or how far it is.
    func setAway(_ tenant: TestTenant, _ state: String) async throws {
        try await administer(
            """
            create schema if not exists hearth_moves;
            insert into entitlements.tenant_moves (tenant_id, slug, state, other_database)
            values ('\(tenant.id)', '\(tenant.slug)', '\(state)', 'elsewhere')
                on conflict (tenant_id) do update set state = excluded.state
            """)
    }

    /// The tables whose rows a door has changed; it ran before for the last time a day ago.
    fileprivate func tablesChanged(by door: String) async throws -> [String] {
        try await administer(
            """
            delete from entitlements.presence;
            insert into entitlements.presence (seen_at) values (now() - interval '1 day')
            """)
        let before = try await rows()
        try await administer("select from \(release).\(door)")
        return zip(before, try await rows()).filter { $0 != $1 }.map {
            String($0.0.prefix { $0 != " " })
        }
        .filter { !["installation", "presence", "releases"].contains($0) }
    }
}
