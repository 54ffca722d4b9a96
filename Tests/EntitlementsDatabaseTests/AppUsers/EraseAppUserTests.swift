import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("erase_app_user", .soak)
struct EraseAppUserTests {
    private let phone = TestTenant.tracedPhone
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("every table loses the ids of an erased app user")
    func traces() async throws {
        let tenant = try await TestTenant.createWithTraces()
        try await tenant.database.numberChanges()
        let missing = Self.tablesOfIDs.subtracting(try await tablesOfTraces(in: tenant))
        #expect(missing == [], "\(missing)")
        try await tenant.erase("u_ana")
        let left = try await tablesOfTraces(in: tenant)
        #expect(left == [], "\(left)")
        #expect(try await tenant.invariantViolations() == [])
        let proofs = try await TestDatabase.shared.administer(
            """
            select from entitlements.device_secrets where tenant_id = '\(tenant.id)'
             union all
            select from entitlements.merge_tickets where tenant_id = '\(tenant.id)'
            """)
        #expect(proofs.isEmpty)
    }

    @Test("an erased app user has no access, is not found, and is not erased twice")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_ana"))
        try await tenant.erase("u_ana")
        #expect(try await tenant.standing(of: "u_ana", at: bought.advanced(byDays: 1)) == .none)
        let known = try await tenant.database.call(GetAppUser(appUserID: "u_ana"), in: tenant.id)
        #expect(known.isEmpty)
        await expectFailure(.appUserNotFound) { try await tenant.erase("u_ana") }
        let entry = try #require(try await tenant.auditEntries().first)
        #expect(entry["action"] == "erase")
        #expect(entry["actor"] == "secret_key:test")
    }

    @Test("other members lose the erased owner's purchase and keep the household")
    func household() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_ana"))
        let household = try await tenant.found("u_ana", with: ["u_ben", "u_eva"], at: bought)
        let during = bought.advanced(byDays: 1)
        #expect(try await tenant.standing(of: "u_ben", at: during) == .active("active"))
        try await tenant.erase("u_ana", at: during)
        let later = during.advanced(bySeconds: 60)
        #expect(!(try await tenant.standing(of: "u_ben", at: later).isActive))
        let shown = try await tenant.household(household, at: later)
        #expect(shown?["owner_app_user_id"] == "u_ben")
        #expect(try await tenant.members(of: household, at: later) == ["u_ben", "u_eva"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a purchase that was transferred before stays with its new owner")
    func others() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_ana", originalTransactionID: "chain"))
        try await tenant.receive(
            .transfer(from: ["u_ana"], to: ["u_ben"], at: bought.advanced(byDays: 1)))
        try await tenant.erase("u_ana")
        try await tenant.receive(
            .renewal(appUserID: "u_ben", originalTransactionID: "chain"))
        try await tenant.receive(
            .cancellation(
                appUserID: "u_ben", at: bought.advanced(byDays: 2),
                originalTransactionID: "chain"))
        #expect(try await tenant.owners() == ["chain": "u_ben"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a duplicate event restores nothing, and a new event makes a new app user")
    func events() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(
            appUserID: "u_ana", originalTransactionID: "chain")
        try await tenant.receive(event)
        try await tenant.erase("u_ana", at: bought.advanced(byDays: 1))
        #expect(try await tenant.receive(event).status == "duplicate")
        #expect(try await tenant.standing(of: "u_ana", at: bought.advanced(byDays: 1)) == .none)
        try await tenant.receive(
            .renewal(appUserID: "u_ana", originalTransactionID: "chain"))
        #expect(try await tenant.owners() == ["chain": "u_ana"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("an erased app user is in no run and not in the snapshot queue")
    func silence() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.initialPurchase(appUserID: "u_ana"))
        try await tenant.receive(.initialPurchase(appUserID: "u_ben"))
        let before = try await tenant.startPreparedRun()
        try await tenant.erase("u_ana")
        #expect(try await tenant.claimPeople(of: before).map(\.appUserID) == ["u_ben"])
        try await tenant.cancel(before)
        let after = try await tenant.startPreparedRun()
        #expect(try await tenant.claimPeople(of: after).map(\.appUserID) == ["u_ben"])
        let waiting = try await TestDatabase.shared.administer(
            "select app_user_id from entitlements.snapshot_queue where tenant_id = '\(tenant.id)'")
        #expect(waiting == [["u_ben"]])
    }

    @Test("erasing races with events, usage and merges without violating an invariant")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        let (phone, bought) = (phone, bought)
        for round in 0..<TestEffort.share(of: 400, atLeast: 12) {
            let person = "u_\(round)"
            try await tenant.receive(
                .initialPurchase(appUserID: person, product: "digero_premium_monthly"))
            let refusals = try await tenant.race([
                { try await tenant.erase(person) },
                {
                    try await tenant.receive(
                        .renewal(appUserID: person, product: "digero_premium_monthly"))
                },
                { try await tenant.consume("recipes", by: person, at: bought) },
                { try await tenant.identify("\(phone)\(round)", as: person) },
                { try await tenant.erase(person) },
            ])
            #expect(Set(refusals).isSubset(of: [nil, .appUserNotFound]), "\(refusals)")
            #expect(refusals[0] == nil || refusals[4] == nil)
        }
        #expect(try await tenant.invariantViolations() == [])
    }
}

extension EraseAppUserTests {
    fileprivate static let tablesOfIDs: Set<String> = [
        "app_user_ids", "app_user_id_links", "attributes", "audit_entries", "audited_app_users",
        "claim_attempts", "code_attempts", "search_words",
        "code_redemptions", "change_entries", "snapshot_queue",
        "credit_adjustments", "credit_orders", "credit_spends", "device_secrets", "drift",
        "evidence", "grants",
        "household_invites", "household_members", "idempotent_answers", "merge_links",
        "merge_tickets", "merges", "operator_notes", "overuses", "purchase_moves", "purchases",
        "referral_codes",
        "referrals", "reservations", "run_app_users", "runs", "snapshots", "stored_answers",
        "synced_household_members",
        "synced_subscriptions", "transfer_sides", "usage", "uses", "webhook_events",
    ]

    /// The tables with an id of Ana in a row of the tenant, also inside JSON and bytes.
    private func tablesOfTraces(in tenant: TestTenant) async throws -> Set<String> {
        let names = try await TestDatabase.shared.administer(
            """
            select relname from pg_class, pg_attribute
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
               and attrelid = pg_class.oid and attname = 'tenant_id'
            """
        ).compactMap { $0.first ?? nil }
        let conditions = TestTenant.traces.map { text in
            let bytes = Hexadecimal.text(text.utf8)
            return "to_jsonb(stored)::text like '%\(text)%' "
                + "or to_jsonb(stored)::text like '%\(bytes)%'"
        }.joined(separator: " or ")
        let queries = names.map {
            "select '\($0)' from entitlements.\($0) stored "
                + "where stored.tenant_id = '\(tenant.id)' and (\(conditions))"
        }
        let found = try await TestDatabase.shared.administer(
            queries.joined(separator: " union "))
        return Set(found.compactMap { $0.first ?? nil })
    }
}
