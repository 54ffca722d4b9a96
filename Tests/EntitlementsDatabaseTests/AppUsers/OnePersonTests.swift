import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// `people.aliases: one_person`, where RevenueCat takes two identified ids for one customer.
@Suite("The rule one_person")
struct OnePersonTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func makeTenant() async throws -> TestTenant {
        try await TestTenant.create { $0.people.aliases = .onePerson }
    }

    @Test("makes one person of two identified ids that an event names together")
    func event() async throws {
        let tenant = try await makeTenant()
        try await tenant.receive(.initialPurchase(appUserID: "b").aliases(["a", "b"]))
        #expect(try await tenant.people() == [["a", "b"]])
        for appUserID in ["a", "b"] {
            let served = try await tenant.entitlement("plus", of: appUserID, at: day(5))
            #expect(served?["source"]?["kind"] == "own")
            #expect(try await tenant.person(appUserID)?["kind"] == "identified")
        }
        #expect(try await tenant.orphans().isEmpty)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("makes one person of two known people, with one household")
    func knownPeople() async throws {
        let tenant = try await makeTenant()
        _ = try await tenant.found("b", with: ["friend"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "a"))
        #expect(try await tenant.people().count == 3)
        try await tenant.join("a", "b")
        #expect(try await tenant.people() == [["a", "b"], ["friend"]])
        let shared = try await tenant.entitlement("plus", of: "friend", at: day(5))
        #expect(shared?["source"]?["kind"] == "household")
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("takes both ids of the person from the tenant's server, and merges into either")
    func laterCalls() async throws {
        let tenant = try await makeTenant()
        try await tenant.join("a", "b")
        for appUserID in ["a", "b"] {
            let made = try await tenant.create(appUserID, "identified")
            #expect(made["app_user"]?["app_user_ids"] == ["a", "b"])
        }
        try await tenant.receive(.initialPurchase(appUserID: anonymous("phone")))
        try await tenant.identify(anonymous("phone"), as: "b")
        #expect(try await tenant.people() == [[anonymous("phone"), "a", "b"]])
        #expect(try await tenant.standing(of: "a", at: day(5)).isActive)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("keeps two ids apart that the tenant identified; they share purchases")
    func declared() async throws {
        let tenant = try await makeTenant()
        for appUserID in ["a", "b"] { try await tenant.create(appUserID, "identified") }
        try await tenant.receive(.initialPurchase(appUserID: "a").aliases(["a", "b", "c"]))
        #expect(try await tenant.people().contains(["b"]))
        for appUserID in ["b", "c"] {
            #expect(try await tenant.standing(of: appUserID, at: day(5)).isActive, "\(appUserID)")
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("joins nothing on the word of a caller")
    func caller() async throws {
        let tenant = try await makeTenant()
        try await tenant.receive(.initialPurchase(appUserID: "a"))
        try await tenant.join("b", "c")
        for (one, other) in [("a", "x"), ("b", "a"), ("c", "a")] {
            try await expectNobodyChanged(.notAnonymous, in: tenant) {
                try await tenant.identify(one, as: other)
            }
        }
        #expect(try await tenant.people() == [["a"], ["b", "c"]])
    }

    @Test("ends the same in each order of the events, and when they race")
    func order() async throws {
        let named = [["a", "b"], ["c", "b"], [anonymous("x"), "c"], [anonymous("x"), "d"]]
        let everyone = [[anonymous("x"), "a", "b", "c", "d"]]
        for rotation in named.indices {
            let tenant = try await makeTenant()
            try await tenant.receive(.initialPurchase(appUserID: "d"))
            for index in named.indices {
                try await tenant.join(named[(index + rotation) % named.count])
            }
            #expect(try await tenant.people() == everyone)
            #expect(try await tenant.standing(of: "a", at: day(5)).isActive)
            #expect(try await tenant.invariantViolations() == [])
        }
        let raced = try await TestTenant.createForRaces { $0.people.aliases = .onePerson }
        let events: [RacedCall] = named.map { ids in { try await raced.join(ids) } }
        let refusals = try await raced.race(
            events + [{ try await raced.receive(.initialPurchase(appUserID: "d")) }])
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await raced.people() == everyone)
        #expect(try await raced.invariantViolations() == [])
    }

    @Test("counts from the next event that names both ids, and what it joined stays joined")
    func changedRule() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("a", "b")
        try await tenant.apply { $0.people.aliases = .onePerson }
        #expect(try await tenant.people() == [["a"], ["b"]])
        try await tenant.join("a", "b", on: 2)
        #expect(try await tenant.people() == [["a", "b"]])
        try await tenant.apply { $0.people.aliases = .conflict }
        try await tenant.join("a", "b", on: 3)
        #expect(try await tenant.people() == [["a", "b"]])
        #expect(try await tenant.invariantViolations() == [])
    }
}

/// `people.anonymous_ids`, for ids that an app makes up before a person signs up.
@Suite("Patterns of anonymous ids")
struct AnonymousIDPatternTests {
    private func makeTenant() async throws -> TestTenant {
        try await TestTenant.create { $0.people.anonymousIDs = ["anon_*"] }
    }

    @Test("make an id anonymous: it joins the identified id that RevenueCat names with it")
    func joined() async throws {
        let tenant = try await makeTenant()
        try await tenant.receive(.initialPurchase(appUserID: "anon_1"))
        #expect(try await tenant.person("anon_1")?["kind"] == "anonymous")
        #expect(try await tenant.orphans().count == 1)
        try await tenant.join("anon_1", "u_1")
        #expect(try await tenant.people() == [["anon_1", "u_1"]])
        try await tenant.receive(
            .initialPurchase(appUserID: "u_2", originalTransactionID: "2").aliases(["anon_2"]))
        #expect(try await tenant.people() == [["anon_1", "u_1"], ["anon_2", "u_2"]])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("ask for the same proof as other anonymous ids, and never name an account")
    func proof() async throws {
        let tenant = try await makeTenant()
        try await tenant.receive(.initialPurchase(appUserID: "anon_1"))
        try await tenant.create("anon_1", secret: "dev_1")
        try await expectNobodyChanged(.proofInvalid, in: tenant) {
            try await tenant.identify("anon_1", as: "u_1", by: .deviceSecret("dev_2"))
        }
        await expectFailure(.identifyRequired) { try await tenant.create("anon_1", "identified") }
        let merge = try await tenant.identify("anon_1", as: "u_1", by: .deviceSecret("dev_1"))
        #expect(merge["outcome"] == "upgraded")
    }

    @Test("leave ids alone that the tenant identified, and ids that match no pattern")
    func exceptions() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("anon_account", "identified")
        try await tenant.receive(.initialPurchase(appUserID: "anon_old"))
        try await tenant.apply { $0.people.anonymousIDs = ["anon_*"] }
        try await tenant.join("anon_account", "u_1")
        try await tenant.join("canon_1", "u_1")
        #expect(
            try await tenant.people() == [["anon_account"], ["anon_old"], ["canon_1"], ["u_1"]])
        try await tenant.join("anon_old", "u_2")
        #expect(try await tenant.people().contains(["anon_old", "u_2"]))
        #expect(try await tenant.invariantViolations() == [])
    }
}
