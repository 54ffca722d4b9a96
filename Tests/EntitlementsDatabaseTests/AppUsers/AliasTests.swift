import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// An id for which RevenueCat says yes is never told no: it may take two identified ids for one
/// customer.
@Suite("Ids of one RevenueCat customer")
struct AliasTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func kind(of appUserID: String, in tenant: TestTenant) async throws -> String? {
        try await tenant.entitlement("plus", of: appUserID, at: day(5))?["source"]?["kind"]?.string
    }

    @Test("are each served by what one of them bought, and stay two people")
    func aliases() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        let served = try await tenant.entitlement("plus", of: "b", at: day(5))
        #expect(served?["is_active"] == true)
        #expect(served?["source"]?["kind"] == "alias")
        #expect(served?["source"]?["app_user_id"] == "a")
        #expect(try await kind(of: "a", in: tenant) == "own")
        #expect(try await tenant.people() == [["a"], ["b"]])
        #expect(try await tenant.person("b")?["subscriptions"] == .array([]))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("are known from a snapshot, too", arguments: [true, false])
    func snapshot(isPurchaseTold: Bool) async throws {
        let tenant = try await TestTenant.create()
        if isPurchaseTold { try await tenant.receive(.initialPurchase(appUserID: "a")) }
        try await tenant.add(
            TestSnapshot(of: "b", at: day(1)).aliased("a")
                .listing(.like(.initialPurchase(appUserID: "a"))))
        for appUserID in ["a", "b"] {
            #expect(try await tenant.standing(of: appUserID, at: day(5)).isActive, "\(appUserID)")
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("learn at once what becomes of the purchase, and lose it with its owner")
    func changes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        try await tenant.receive(.renewal(appUserID: "a"), receivedAt: TestTenant.receipt)
        #expect(try await tenant.standing(of: "b", at: day(40)).isActive)
        try await tenant.receive(
            .transfer(from: ["a"], to: ["stranger"], at: day(35)), receivedAt: TestTenant.receipt)
        for appUserID in ["a", "b"] {
            #expect(!(try await tenant.standing(of: appUserID, at: day(40)).isActive))
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("share over an anonymous id that two of them came with")
    func bridge() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.join(phone, "a")
        try await tenant.join(phone, "b")
        try await tenant.receive(.initialPurchase(appUserID: "b"))
        #expect(try await kind(of: "a", in: tenant) == "alias")
        #expect(try await kind(of: phone, in: tenant) == "alias")
    }

    @Test("do not pass on to their household what another id bought")
    func household() async throws {
        let tenant = try await TestTenant.create()
        _ = try await tenant.found("b", with: ["friend"], at: bought)
        _ = try await tenant.found("a", with: ["child"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        #expect(try await kind(of: "child", in: tenant) == "household")
        #expect(try await kind(of: "b", in: tenant) == "alias")
        #expect(try await tenant.standing(of: "friend", at: day(5)) == .none)
    }

    @Test("share nothing where the tenant has it so")
    func conflict() async throws {
        let tenant = try await TestTenant.create { $0.people.aliases = .conflict }
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        #expect(try await tenant.standing(of: "b", at: day(5)) == .none)
        try await tenant.apply { $0.people.aliases = .sharedPurchases }
        #expect(try await tenant.standing(of: "b", at: day(5)).isActive)
    }

    @Test("are not made by an anonymous id that was proved to be another person's")
    func proof() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.receive(.initialPurchase(appUserID: phone))
        try await tenant.identify(phone, as: "a")
        try await tenant.join(phone, "b")
        #expect(try await kind(of: "a", in: tenant) == "own")
        #expect(try await tenant.standing(of: "b", at: day(5)) == .none)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("end the same in whatever order they were named, and all at once")
    func order() async throws {
        let named = [["a", "b"], ["b", "c"], [anonymous("x"), "c"], [anonymous("x"), "d"]]
        for rotation in named.indices {
            let tenant = try await TestTenant.create()
            try await tenant.receive(.initialPurchase(appUserID: "a"))
            for index in named.indices {
                try await tenant.join(named[(index + rotation) % named.count])
            }
            for appUserID in ["b", "c", "d", anonymous("x")] {
                #expect(try await kind(of: appUserID, in: tenant) == "alias")
            }
            #expect(try await tenant.invariantViolations() == [])
        }
        let raced = try await TestTenant.createForRaces()
        let events: [RacedCall] = named.map { ids in { try await raced.join(ids) } }
        let refusals = try await raced.race(
            events + [{ try await raced.receive(.initialPurchase(appUserID: "a")) }])
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await kind(of: "d", in: raced) == "alias")
        #expect(try await raced.invariantViolations() == [])
    }

    @Test("are a customer's on either side of a transfer")
    func transfer() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "old"))
        try await tenant.receive(
            .transfer(from: ["old"], to: [anonymous("2"), "d", "e"], at: day(2)))
        for appUserID in [anonymous("2"), "d", "e"] {
            #expect(try await tenant.standing(of: appUserID, at: day(5)).isActive, "\(appUserID)")
        }
        #expect(try await tenant.people().contains(["$RCAnonymousID:2", "d"]))
    }
}
