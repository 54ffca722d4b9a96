import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests which purchases a household's members share.
@Suite("Purchases that a household shares")
struct SharedPurchaseTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// Receives events after the times at which they occurred.
    private func receive(_ tenant: TestTenant, _ events: RevenueCatEvent...) async throws {
        for event in events {
            let row = try await tenant.receive(event, receivedAt: TestTenant.receipt)
            #expect(row.status == "applied", "\(event)")
        }
    }

    @Test("a member's entitlement names the household and the buyer")
    func source() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", anonymous("phone"))
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await receive(tenant, .initialPurchase(appUserID: anonymous("phone")))
        let plus = try await tenant.entitlement("plus", of: "u_2", at: day(1))
        #expect(
            plus?["source"] == [
                "kind": "household", "app_user_id": "u_1",
                "household_id": .string(household.uuidString.lowercased()),
                "product_id": "stockpot_plus_monthly", "product_kind": "subscription",
                "duration": "P1M", "plan_type": "monthly", "store": "app_store",
                "environment": "production", "period_type": "normal",
                "current_period_started_at": .string(start.rfc3339),
                "current_period_ends_at": .string(day(30).rfc3339),
                "grace_period_ends_at": nil, "trial_ends_at": nil, "management_url": nil,
            ])
        #expect(plus?["will_renew"] == true)
        #expect(plus?["expires_at"] == .string(day(30).rfc3339))
        #expect(
            try await tenant.entitlements(of: "u_2", at: day(1))["next_change_at"]
                == .string(day(30).rfc3339))
        #expect(
            try await tenant.entitlement("plus", of: "u_1", at: day(1))?["source"]?["kind"]
                == "own")
    }

    @Test(
        "a family share or a promotional grant is never shared",
        arguments: [
            RevenueCatEvent.initialPurchase(appUserID: "u_1").asFamilyShare,
            .promotionalGrant(appUserID: "u_1"),
        ])
    func ownOnly(event: RevenueCatEvent) async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await receive(tenant, event)
        #expect(try await tenant.standing(of: "u_1", at: day(1)).isActive)
        #expect(try await tenant.standing(of: "u_2", at: day(1)) == .none)
        #expect(try await tenant.household(household, at: day(1))?["shares"] == [])
    }

    @Test("a sandbox purchase is shared in the sandbox only")
    func sandbox() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await receive(tenant, .initialPurchase(appUserID: "u_1").inSandbox)
        #expect(try await tenant.standing(of: "u_2", at: day(1)) == .none)
        #expect(
            try await tenant.standing(of: "u_2", environment: "sandbox", at: day(1))
                == .active("active"))
        #expect(try await tenant.household(household, at: day(1))?["shares"] == [])
    }

    @Test("a member does not share received access with the next household")
    func receivedStays() async throws {
        let tenant = try await TestTenant.create {
            $0.households.departureGraceDays = 20
            $0.households.switchCooldownDays = 0
        }
        try await receive(tenant, .initialPurchase(appUserID: "u_1"))
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_2", household, at: day(1))
        #expect(try await tenant.standing(of: "u_2", at: day(2)).isActive)
        let next = try await tenant.found("u_2", with: ["u_3"], at: day(3))
        #expect(try await tenant.standing(of: "u_3", at: day(4)) == .none)
        #expect(try await tenant.household(next, at: day(4))?["shares"] == [])
    }

    @Test("an unshared entitlement stays with its buyer; implied ones can be shared")
    func implied() async throws {
        for (isSharing, expected) in [
            ("trade", [true, true]), ("pro", [false, true]), ("", [false, false]),
        ] {
            let tenant = try await TestTenant.create(like: "yapmate") { definition in
                for index in definition.entitlements.indices {
                    let entitlement = definition.entitlements[index].id.rawValue
                    definition.entitlements[index].isShared = entitlement == isSharing
                }
            }
            try await tenant.found("u_1", with: ["u_2"], at: start)
            try await receive(
                tenant,
                .initialPurchase(appUserID: "u_1", product: "com.yapmate.trade.monthly"))
            var reached: [Bool] = []
            for entitlement in ["trade", "pro"] {
                #expect(try await tenant.standing(of: "u_1", entitlement, at: day(1)).isActive)
                reached.append(
                    try await tenant.standing(of: "u_2", entitlement, at: day(1)).isActive)
            }
            #expect(reached == expected, "\(isSharing)")
        }
    }

    @Test("if only the owner shares, a member's purchase is not shared")
    func sharesFromOwner() async throws {
        let tenant = try await TestTenant.create { $0.households.sharesFrom = .owner }
        try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await receive(tenant, .initialPurchase(appUserID: "u_2"))
        #expect(try await tenant.standing(of: "u_3", at: day(1)) == .none)
        try await receive(tenant, .initialPurchase(appUserID: "u_1"))
        #expect(try await tenant.standing(of: "u_3", at: day(1)) == .active("active"))
    }

    @Test("a change of the payer leaves no gap in access")
    func handover() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await receive(
            tenant, .initialPurchase(appUserID: "u_1"), .cancellation(appUserID: "u_1"),
            .initialPurchase(appUserID: "u_2", purchasedAt: day(29)), .expiration(appUserID: "u_1"))
        var payers: [JSONValue?] = []
        for moment in [day(28), day(29).advanced(bySeconds: 5), day(30), day(58)] {
            let plus = try await tenant.entitlement("plus", of: "u_3", at: moment)
            #expect(plus?["is_active"] == true)
            payers.append(plus?["source"]?["app_user_id"])
        }
        #expect(payers == ["u_1", "u_2", "u_2", "u_2"])
        #expect(
            try await tenant.entitlements(of: "u_3", at: day(31))["next_change_at"]
                == .string(day(59).rfc3339))
    }

    @Test("of two sources with the same end the own purchase comes first")
    func ownFirst() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: start)
        try await receive(
            tenant, .initialPurchase(appUserID: "u_1"), .initialPurchase(appUserID: "u_2"))
        for member in ["u_1", "u_2"] {
            let plus = try await tenant.entitlement("plus", of: member, at: day(1))
            #expect(plus?["source"]?["kind"] == "own")
            #expect(plus?["source"]?["app_user_id"] == .string(member))
        }
    }

    @Test("a refund ends access for every member, with the same status")
    func refunded() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: start)
        try await receive(
            tenant, .initialPurchase(appUserID: "u_1"), .refund(appUserID: "u_1"))
        for member in ["u_1", "u_2"] {
            #expect(try await tenant.standing(of: member, at: day(3)) == .inactive("refunded"))
        }
    }

    @Test("a read of the past uses the household of that day")
    func past() async throws {
        let tenant = try await TestTenant.create { $0.households.switchCooldownDays = 0 }
        // In the past of any clock: reads of the future use the stored state.
        let start: Timestamp = "2025-01-01T00:00:00Z"
        let day = { (day: Int64) in start.advanced(byDays: day) }
        try await receive(tenant, .initialPurchase(appUserID: "u_1", purchasedAt: start))
        let first = try await tenant.found("u_1", with: ["u_2"], at: day(2))
        let before = try await tenant.entitlements(of: "u_2", at: day(3))
        try await tenant.leave("u_2", first, at: day(4))
        let second = try await tenant.found("u_9", with: ["u_2"], at: day(5))
        try await tenant.dissolve(second, at: day(6))
        try await tenant.dissolve(first, at: day(6))
        try await receive(tenant, .refund(appUserID: "u_1", purchasedAt: start, at: day(7)))
        #expect(try await tenant.entitlements(of: "u_2", at: day(3)) == before)
        var standings: [TestTenant.Standing] = []
        for number in [1, 2, 3, 4, 5] as [Int64] {
            standings.append(try await tenant.standing(of: "u_2", at: day(number)))
        }
        #expect(
            standings == [
                .none, .active("active"), .active("active"), .inactive("expired"),
                .inactive("expired"),
            ])
    }
}
