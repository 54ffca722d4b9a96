import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("Rows for devices equal their derivation", .serialized)
struct SyncedRowsTests {
    @Test(
        "a different, missing or stale row is a violation",
        arguments: [
            ("update synced_subscriptions set will_renew = not will_renew", "subscription"),
            ("update synced_subscriptions set expires_at_ms = null", "subscription"),
            ("delete from synced_subscriptions", "subscription"),
            ("update purchases set access_ends_at = '-infinity'", "subscription"),
            ("update synced_household_members set user_id = 'x'", "household_member"),
            ("delete from synced_household_members", "household_member"),
        ])
    func stale(statement: String, kind: String) async throws {
        try await SyncingTenant.with { app in
            try await app.tenant.found("a")
            try await app.buys("a")
            #expect(try await app.tenant.invariantViolations() == [])
            try await app.scratch.administer("set search_path = entitlements; \(statement)")
            let found = try await app.tenant.invariantViolations().filter {
                $0.hasPrefix("synced_")
            }
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("synced_\(kind)_is_stale ") == true)
        }
    }

    @Test("a repeated alias rewrites no row")
    func repeated() async throws {
        try await SyncingTenant.with { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.buys("a")
            let version = "select xmin, ctid from entitlements.synced_subscriptions"
            let before = try await app.scratch.administer(version)
            try await app.tenant.receive(
                .subscriberAlias(appUserID: "a", aliases: ["$RCAnonymousID:1"]))
            #expect(try await app.scratch.administer(version).map { $0[1] } == before.map { $0[1] })
        }
    }

    @Test("a changed sharing rule reaches devices by a review of each household")
    func rules() async throws {
        try await SyncingTenant.with { app in
            let household = try await app.tenant.found("a", with: ["b"])
            try await app.buys("b")
            #expect(try await app.entitled("a", "b") == ["a", "b"])
            try await app.apply { $0.households.sharesFrom = .owner }
            #expect(try await app.reviews() == [household])
            #expect(try await app.subscriptions(of: "a") == [])
            #expect(try await app.entitled("a", "b") == ["b"])

            _ = try await app.tenant.database.callOne(
                TransferHousehold(householdID: HouseholdID(household), appUserID: "b", asOf: nil),
                in: app.tenant.id)
            #expect(try await app.entitled("a", "b") == ["a", "b"])
            #expect(try await app.reviews() == [])
            // A change without effect on devices makes no review due.
            try await app.apply {
                $0.households.sharesFrom = .owner
                $0.households.inviteTTLDays = 2
            }
            #expect(try await app.reviews() == [])
        }
    }

    @Test("a former member keeps the rows through the grace, until a review")
    func grace() async throws {
        try await SyncingTenant.with {
            $0.households.departureGraceDays = 2
        } _: { app in
            let household = try await app.tenant.found("a", with: ["b", "c"])
            try await app.buys("a")
            try await app.tenant.leave("b", household)
            #expect(try await app.entitled("a", "b", "c") == ["a", "b", "c"])

            // Moves the stored times back instead of waiting two days.
            try await app.scratch.administer(
                """
                update entitlements.household_members
                   set joined_at = joined_at - interval '3 days',
                       left_at = left_at - interval '3 days',
                       access_ends_at = access_ends_at - interval '3 days'
                 where left_at is not null;
                update entitlements.synced_household_members
                   set joined_at_ms = joined_at_ms - 3 * 86400000,
                       access_ends_at_ms = access_ends_at_ms - 3 * 86400000
                 where access_ends_at_ms is not null;
                update entitlements.household_reviews set due_at = due_at - interval '3 days';
                update entitlements.stored_answers set valid_until = '-infinity'
                """)
            #expect(try await app.entitled("a", "b", "c") == ["a", "c"])
            #expect(try await app.subscriptions(of: "b") == ["a"])
            #expect(try await app.reviews() == [household])
            #expect(try await app.subscriptions(of: "b") == [])
            #expect(try await app.entitled("a", "b", "c") == ["a", "c"])
            #expect(try await app.reviews() == [])
        }
    }

    @Test("simultaneous purchases, transfers, joins and departures leave no stale row")
    func race() async throws {
        let tenant = try await TestTenant.create {
            $0.households.switchCooldownDays = 0
            $0.households.joinsPer30Days = 1_000
        }
        let household = try await tenant.found("a", with: ["b"])
        for round in 0..<10 {
            let invite = try await tenant.invite(to: household)
            try await withThrowingTaskGroup { group in
                group.addTask { try await tenant.leave("b", household) }
                group.addTask { try await tenant.join("c\(round)", by: invite) }
                for person in ["a", "b", "c\(round)"] {
                    group.addTask {
                        try await tenant.receive(
                            .initialPurchase(
                                appUserID: person, product: "p\(round)",
                                expiresAt: "2099-01-01T00:00:00Z"))
                    }
                }
                group.addTask {
                    try await tenant.receive(
                        .transfer(from: ["b"], to: ["c\(round)"], at: "2098-01-01T00:00:00Z"))
                }
                try await group.waitForAll()
            }
            #expect(try await tenant.invariantViolations() == [])
            try await tenant.leave("c\(round)", household)
            try await tenant.join("b", by: try await tenant.invite(to: household))
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("a purchase during its buyer's departure leaves with the buyer")
    func leavingBuyer() async throws {
        try await SyncingTenant.with { app in
            let household = try await app.tenant.found("a", with: ["b"])
            try await AdministrationConnection.withConnection(
                to: app.scratch.superuserConnectionString
            ) { buying in
                try await buying.execute(
                    """
                    begin;
                    select set_config('hearth.tenant_id', '\(app.tenant.id)', true);
                    select \(release).receive_webhook_events(
                        '{1}', '{RENEWAL}', '{""}', array[json_build_object(
                        'kind', 'renewal', 'app_user_ids', json_build_array('b'),
                        'app_user_id', 'b', 'environment', 'production', 'store', 'app_store',
                        'product_id', 'stockpot_plus_monthly', 'original_transaction_id', '1',
                        'purchased_at', now(), 'expires_at', now() + interval '30 days')::jsonb],
                        '{null}');
                    """)
                async let leaving: Void = app.tenant.leave("b", household)
                let waits = try await eventually {
                    try await app.scratch.administer(
                        """
                        select from pg_stat_activity
                         where datname = current_database() and wait_event_type = 'Lock'
                        union all
                        select from entitlements.household_members where left_at is not null
                        """
                    ).count > 0
                }
                #expect(waits)
                try await buying.execute("commit")
                try await leaving
            }
            #expect(try await app.entitled("a", "b") == ["b"])
        }
    }
}

extension SyncingTenant {
    /// Makes all due reviews, as the worker does, and returns the households.
    fileprivate func reviews() async throws -> [UUID] {
        var reviewed: [UUID] = []
        while let due = try await tenant.database.call(
            ClaimHouseholdReview(leaseSeconds: 30)
        ).first {
            _ = try await tenant.database.callOne(
                ReviewHousehold(householdID: due.householdID), in: due.tenantID)
            reviewed.append(due.householdID.uuid)
        }
        return reviewed
    }
}
