import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests which writes are in the change log, and with which cause.
@Suite("What the change log has")
struct ChangeLogTests {
    private static let far: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a renewal that only moves an end is a narrow change; a repeated event is none")
    func renewal() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: Self.far))
        let renewal = RevenueCatEvent.renewal(expiresAt: Self.far.advanced(byDays: 30))
        for _ in 0..<2 { try await tenant.receive(renewal) }
        let changes = try await tenant.changes(after: 0)
        #expect(changes.count == 2)
        #expect(changes.last?["kind"] == "period_changed")
        #expect(
            changes.last?["before"] == [
                "entitlements": ["plus": ["expires_at": "2999-01-01T00:00:00.000Z"]]
            ])
        #expect(
            changes.last?["after"] == [
                "entitlements": ["plus": ["expires_at": "2999-01-31T00:00:00.000Z"]]
            ])
    }

    @Test("each event of a set is the cause of its own app user's change, and of the household's")
    func sets() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_mate"])
        _ = try await tenant.changes()
        let bought = ["u_1", "u_2", "u_3"].map {
            RevenueCatEvent.initialPurchase(id: "e_\($0)", appUserID: $0, expiresAt: Self.far)
        }
        try await tenant.receive(bodies: bought.map(\.body))
        let causes = try await tenant.changes(after: 2).reduce(into: [:]) {
            $0[$1["app_user_id"]?.string ?? ""] = $1["cause"]?["id"]?.string
        }
        #expect(causes == ["u_1": "e_u_1", "u_mate": "e_u_1", "u_2": "e_u_2", "u_3": "e_u_3"])
    }

    @Test("a household: founded, joined, handed over, left, dissolved")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_ana", with: ["u_ben"])
        try await tenant.give(household, to: "u_ben")
        try await tenant.leave("u_ana", household)
        try await tenant.dissolve(household)
        let changes = try await tenant.changes()
        #expect(
            try await tenant.toldChanges() == [
                "household_changed u_ana founding", "household_changed u_ben join",
                "household_changed u_ana handover", "household_changed u_ben handover",
                "household_changed u_ana leave", "household_changed u_ben dissolution",
            ])
        #expect(changes.first?["before"] == .null)
        #expect(changes.first?["after"]?["role"] == "owner")
        #expect(changes[3]["before"]?["role"] == "member")
        #expect(changes[3]["after"]?["role"] == "owner")
        #expect(changes.last?["after"] == .null)
    }

    @Test("a grant, its end by revocation, a merge and its undoing")
    func people() async throws {
        let tenant = try await TestTenant.create()
        let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
        try await tenant.create(phone)
        try await tenant.create("u_ana", "identified")
        let grant = try await tenant.grant(to: phone, for: "P1M")
        try await tenant.identify(phone, as: "u_ana")
        try await tenant.revoke(grant: grant.grantID, of: "u_ana")
        #expect(
            try await tenant.toldChanges() == [
                "entitlements_changed \(phone) grant", "entitlements_changed u_ana merge",
                "entitlements_changed u_ana revocation",
            ])
    }

    @Test("the use that takes the last of a limit, and no other")
    func limit() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let noon: Timestamp = "2026-11-21T12:00:00Z"
        try await tenant.consume("scans", by: "u_1", 2, at: noon)
        #expect(try await tenant.toldChanges() == [])
        try await tenant.consume("scans", by: "u_1", 1, at: noon)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_1", 1, at: noon)
        }
        #expect(try await tenant.toldChanges() == ["limit_reached u_1 use"])
        #expect(
            try await tenant.changes().first?["after"] == [
                "limit_id": "scans", "household_id": .null, "used": 3, "allowed": 3,
                "resets_at": "2026-12-01T00:00:00.000Z",
            ])
    }

    @Test("a credit order that its purchase paid")
    func order() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let bought = RevenueCatEvent.defaultPurchase
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        let purchase = RevenueCatEvent.nonRenewingPurchase(
            product: "hd_export", purchasedAt: bought.advanced(bySeconds: 60))
        for _ in 0..<2 { try await tenant.receive(purchase) }
        let paid = try await tenant.changes().filter { $0["kind"] == "credit_order_paid" }
        #expect(paid.count == 1)
        #expect(paid.first?["cause"]?["kind"] == "event")
        #expect(paid.first?["cause"]?["id"]?.string == purchase.id)
        let after = paid.first?["after"]
        #expect(after?["status"] == "settled")
        #expect(after?["credit_id"] == "hd_export")
        #expect(after?["reference"] == "eye 1")
        #expect(after?["product_id"] == "hd_export")
        #expect(after?["transaction_id"] == purchase.fields["transaction_id"])
        #expect(after?["purchase_id"]?.string != nil)
    }

    @Test("what the clock and a new tenant file change, when the worker derives it")
    func clock() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.grant(to: "u_1", for: "P1D")
            // Moves the grant into the past instead of the clock.
            try await scratch.administer(
                """
                update entitlements.purchases
                   set access_starts_at = access_starts_at - interval '2 days',
                       access_ends_at = access_ends_at - interval '2 days';
                update entitlements.stored_answers set valid_until = '2026-11-20T00:00:00Z'
                """)
            try await scratch.refreshAnswers()
            try await scratch.refreshAnswers()
            #expect(
                try await tenant.toldChanges() == [
                    "entitlements_changed u_1 grant", "entitlements_changed u_1 clock",
                ])
            let ended = try await tenant.changes().last
            #expect(ended?["happened_at"] == "2026-11-20T00:00:00.000Z")
            #expect(ended?["after"]?["plan"] == "free")
            try await tenant.apply { $0.freePlan = "basic" }
            try await scratch.refreshAnswers()
            #expect(
                try await tenant.toldChanges(after: 2) == ["entitlements_changed u_1 definition"])
        }
    }

    @Test("a change that meets a locked answer is in the log once it is derived, with its cause")
    func marked() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.create("u_42", "identified")
            try await scratch.whileHolding("select from entitlements.stored_answers for update") {
                try await tenant.receive(.initialPurchase(id: "e_1", expiresAt: Self.far))
                #expect(try await tenant.toldChanges() == [])
            }
            try await scratch.refreshAnswers()
            #expect(try await tenant.toldChanges() == ["entitlements_changed u_42 event"])
            #expect(try await tenant.changes().first?["cause"]?["id"] == "e_1")
        }
    }
}

extension ScratchDatabase {
    fileprivate func refreshAnswers() async throws {
        _ = try await database.callOne(RefreshDueAnswers(maximum: 100))
    }
}
