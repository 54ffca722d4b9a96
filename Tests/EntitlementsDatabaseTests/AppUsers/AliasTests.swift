import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests ids of one RevenueCat customer: access that RevenueCat grants to one id is never refused
/// to another.
@Suite("Ids of one RevenueCat customer")
struct AliasTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func kind(of appUserID: String, in tenant: TestTenant) async throws -> String? {
        try await tenant.entitlement("plus", of: appUserID, at: day(5))?["source"]?["kind"]?.string
    }

    @Test("the buyer's alias has access, and both ids stay separate app users")
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

    @Test("a snapshot makes aliases too", arguments: [true, false])
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

    @Test("an alias sees a renewal at once, and loses access with the owner")
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

    @Test("two identified ids that share an anonymous id share purchases")
    func bridge() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.join(phone, "a")
        try await tenant.join(phone, "b")
        try await tenant.receive(.initialPurchase(appUserID: "b"))
        #expect(try await kind(of: "a", in: tenant) == "alias")
        #expect(try await kind(of: phone, in: tenant) == "alias")
    }

    @Test("an alias does not share the other id's purchase with its household")
    func household() async throws {
        let tenant = try await TestTenant.create()
        _ = try await tenant.found("b", with: ["friend"], at: bought)
        _ = try await tenant.found("a", with: ["child"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        #expect(try await kind(of: "child", in: tenant) == "household")
        #expect(try await kind(of: "b", in: tenant) == "alias")
        #expect(try await tenant.standing(of: "friend", at: day(5)) == .none)
    }

    @Test("aliases share nothing where the tenant's rule is conflict")
    func conflict() async throws {
        let tenant = try await TestTenant.create { $0.people.aliases = .conflict }
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b"]))
        #expect(try await tenant.standing(of: "b", at: day(5)) == .none)
        try await tenant.apply { $0.people.aliases = .sharedPurchases }
        #expect(try await tenant.standing(of: "b", at: day(5)).isActive)
    }

    @Test("an anonymous id that was proved to be another app user's makes no alias")
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

    @Test("aliases end the same in any order of events, and in a race")
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

    @Test("ids on one side of a transfer are aliases")
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
