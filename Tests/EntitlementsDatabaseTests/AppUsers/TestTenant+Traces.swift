import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport

/// Ana, an app user with a row of every kind, for exports and erasure.
extension TestTenant {
    static let tracedPhone = "$RCAnonymousID:anas-phone"

    /// Texts that all of Ana's ids contain, and no other app user's.
    static let traces = ["u_ana", "anas-"]

    static func createWithTraces() async throws -> TestTenant {
        let exports = try definition(of: "iris").products
        let limits = try definition(of: "metered").limits.map {
            var limit = $0
            limit.entitlements = [:]
            return limit
        }
        let tenant = try await create {
            $0.products += exports.filter { $0.kind == .consumable }
            $0.limits = limits
            $0.referrals = .giving()
        }
        try await tenant.buyAsAna()
        try await tenant.liveAsAna()
        try await tenant.setUpstreamKey()
        try await tenant.recogniseProject()
        let run = try await tenant.startRun("user", of: "u_ana")
        while try await tenant.listPeople(of: run) == false {}
        try await tenant.add(
            TestSnapshot(of: "u_ana", at: bought.advanced(byDays: 3)).aliased(tracedPhone))
        try await tenant.receive(
            .initialPurchase(
                appUserID: "u_ana", purchasedAt: bought.advanced(byDays: 4),
                expiresAt: "2099-01-01T00:00:00Z", originalTransactionID: "c2"))
        return tenant
    }

    private static let bought = RevenueCatEvent.defaultPurchase

    private func buyAsAna() async throws {
        try await refer("u_ana", by: "u_ben")
        try await refer("u_cleo", by: "u_ana")
        try await create(Self.tracedPhone)
        try await receive(.initialPurchase(appUserID: Self.tracedPhone, originalTransactionID: "c"))
        // A purchase in a store without transaction ids.
        try await receive(
            .initialPurchase(appUserID: "u_ana")
                .removing("transaction_id", "original_transaction_id"))
        try await receive(
            .subscriberAlias(appUserID: "u_ana", aliases: ["$RCAnonymousID:anas-tablet"]))
        try await receive(
            .export("export", by: "u_ana").attributes(["$displayName": "Ana of anas-street"]))
        try await receive(.other("NEW_TYPE", appUserID: "u_ana"))
        try await order("hd_export", for: "eye 1", by: "u_ana")
        try await spend("hd_export", of: "u_ana", on: "eye 2")
        try await consume("scans", by: "u_ana", reference: "page 7")
        try await grant(to: "u_ana", for: "P1M")
        try await adjust("hd_export", of: "u_ana", by: 1, reference: "ticket")
        _ = try await TestDatabase.shared.administer(
            """
            insert into entitlements.usage values ('\(id)', 'u_ana', 'scans', 1);
            insert into entitlements.overuses values ('\(id)', 'scans', 'u_ana', now(), now());
            insert into entitlements.dismissed_notices
            values ('\(id)', 'u_ana', repeat('0', 32), now());
            insert into entitlements.logged_notices
            values ('\(id)', 'u_ana', repeat('1', 32), now(), now());
            insert into entitlements.operator_notes
            values ('\(id)', default, 'u_ana', 'u_ana called.', 'secret_key:test', now());
            """)
        try await put(.giving())
        try await redeem("LAUNCH-26", by: "u_ana", key: "u_ana's first")
        for code in ["LAUNCH-27", "LAUNCH-28"] { _ = try? await redeem(code, by: "u_ana") }
        _ = try await ticket(from: Self.tracedPhone, to: "u_ana")
        _ = try? await claim(
            orphan: UUID(), for: "u_ana", by: .none, issuer: TestTokens.issuer)
        try await claim(Self.tracedPhone, for: "u_ana")
        try await receive(
            .transfer(from: ["u_ben"], to: ["u_ana"], at: Self.bought.advanced(byDays: 2)))
    }

    private func liveAsAna() async throws {
        let other = try await found("u_ben", with: ["u_ana"])
        try await leave("u_ana", other)
        _ = try await database.callOne(
            CreateHousehold(
                ownerAppUserID: "u_ana", name: nil, ignoreCooldown: true, idempotencyKey: "k",
                requestDigest: [UInt8](repeating: 7, count: 32)),
            in: id)
    }
}
