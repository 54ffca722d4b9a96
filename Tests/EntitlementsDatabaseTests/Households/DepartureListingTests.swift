import Entitlements
import FoundationEssentials
import TestSupport
import Testing

/// An answer lists what a household gave for 90 days after a departure.
@Suite("departure_listing")
struct DepartureListingTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test(
        "a departure is listed for 90 days, then the answer changes",
        arguments: ["the member", "the payer"])
    func listed(leaver: String) async throws {
        let tenant = try await TestTenant.create {
            $0.households.ownerLeaves = .transfer
            $0.households.departureGraceDays = 3
        }
        try await tenant.receive(.initialPurchase(appUserID: "u_1"), receivedAt: start)
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.leave(leaver == "the member" ? "u_2" : "u_1", household, at: day(5))
        let end = leaver == "the member" ? day(8) : day(5)
        let last = end.advanced(byDays: 90)

        let listed = try await tenant.entitlements(of: "u_2", at: day(40))
        #expect(listed["entitlements"]?["plus"]?["ended_reason"] == "left_household")
        #expect(listed["subscription_status"] == "expired")
        #expect(listed["next_change_at"] == .string(last.rfc3339))
        #expect(
            try await tenant.entitlement("plus", of: "u_2", at: last.advanced(bySeconds: -1)) != nil
        )

        let after = try await tenant.entitlements(of: "u_2", at: last)
        #expect(after["entitlements"]?["plus"] == nil)
        #expect(after["subscription_status"] == "none")
        #expect(after["next_change_at"] == .null)
        #expect(try await tenant.standing(of: "u_1", at: last) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("a change updates the answers of recent former members, not of earlier ones")
    func bounded() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(
                appUserID: "u_1", purchasedAt: day(-200), expiresAt: day(400)))
        let household = try await tenant.found(
            "u_1", with: ["early", "late", "u_4"], at: day(-200))
        try await tenant.leave("early", household, at: day(-150))
        try await tenant.leave("late", household)
        let before = try await tenant.answerVersions()
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: day(0), expiresAt: day(800)))
        let after = try await tenant.answerVersions()
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(Set(changed) == ["u_1", "late", "u_4"])
        #expect(try await tenant.entitlement("plus", of: "early") == nil)
        try await expectSound(tenant)
    }

    @Test("a former payer's renewal no longer updates the household")
    func formerPayer() async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = .transfer }
        try await tenant.receive(
            .initialPurchase(
                appUserID: "u_1", purchasedAt: day(-200), expiresAt: day(400)))
        let household = try await tenant.found("u_1", with: ["u_2"], at: day(-200))
        try await tenant.leave("u_1", household, at: day(-150))
        let before = try await tenant.answerVersions()
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: day(0), expiresAt: day(800)))
        let after = try await tenant.answerVersions()
        #expect(before["u_1"] != after["u_1"])
        #expect(before["u_2"] == after["u_2"])
        try await expectSound(tenant)
    }
}

extension TestTenant {
    /// The version of each app user's stored answer; each write of the row changes it.
    fileprivate func answerVersions() async throws -> [String: String] {
        let rows = try await TestDatabase.shared.administer(
            """
            select own.app_user_id, stored.xmin || ' ' || stored.ctid
              from entitlements.stored_answers stored
              join entitlements.app_user_ids own using (tenant_id, app_user_uuid)
             where stored.tenant_id = '\(id)'
            """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }
}
