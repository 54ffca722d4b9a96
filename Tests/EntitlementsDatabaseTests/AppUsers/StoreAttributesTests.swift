import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("store_attributes")
struct StoreAttributesTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("the latest value of each attribute is kept, in any order of events")
    func latest() async throws {
        let tenant = try await TestTenant.create()
        let old: KeyValuePairs = ["$email": "old@example.com", "team": "blue"]
        let new: KeyValuePairs = ["$email": "new@example.com"]
        try await tenant.receive(.initialPurchase(appUserID: "u_1").attributes(old))
        try await tenant.receive(
            .renewal(appUserID: "u_1").attributes(new, at: bought.advanced(byDays: 30)))
        #expect(try await tenant.attributes() == ["u_1 $email new@example.com", "u_1 team blue"])
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: bought.advanced(byDays: 60)).attributes(old))
        #expect(try await tenant.attributes() == ["u_1 $email new@example.com", "u_1 team blue"])
        #expect(
            try await tenant.words() == ["blue", "com", "example.com", "new@example.com"])
    }

    @Test("a removed attribute is no longer found, and stays removed")
    func removed() async throws {
        let tenant = try await TestTenant.create()
        let given: KeyValuePairs = ["$email": "ana@example.com"]
        try await tenant.receive(.initialPurchase(appUserID: "u_1").attributes(given))
        try await tenant.receive(
            .renewal(appUserID: "u_1").attributes(["$email": ""], at: bought.advanced(byDays: 1)))
        #expect(try await tenant.attributes() == ["u_1 $email –"])
        #expect(try await tenant.words() == [])
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: bought.advanced(byDays: 60)).attributes(given))
        #expect(try await tenant.attributes() == ["u_1 $email –"])
    }

    @Test("words that two values share stay, and those of the former alone go")
    func words() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1").attributes(["name": "Ana Muster"]))
        try await tenant.receive(
            .renewal(appUserID: "u_1")
                .attributes(["name": "Eva Muster"], at: bought.advanced(byDays: 1)))
        #expect(try await tenant.words() == ["eva muster", "muster"])
    }

    @Test("events of a set count once each, and the latest of them wins")
    func set() async throws {
        let tenant = try await TestTenant.create()
        let events =
            [3, 1, 2].map { (day: Int64) in
                RevenueCatEvent.renewal(
                    appUserID: "u_1", purchasedAt: bought.advanced(byDays: 30 * day)
                ).attributes(["n": "day \(day)"], at: bought.advanced(byDays: day))
            } + [.initialPurchase(appUserID: "u_2").attributes(["n": "other"])]
        try await tenant.receive(bodies: events.map(\.body))
        #expect(try await tenant.attributes() == ["u_1 n day 3", "u_2 n other"])
    }

    @Test("at most 100 attributes of an app user id are kept")
    func bounded() async throws {
        let tenant = try await TestTenant.create()
        for round in 0..<3 {
            var event = RevenueCatEvent.renewal(
                appUserID: "u_1", purchasedAt: bought.advanced(byDays: Int64(30 * round)))
            var attributes = JSONObject()
            for number in 0..<60 {
                attributes["r\(round)n\(number)"] = ["value": "x", "updated_at_ms": 1_000]
            }
            event = event.setting("subscriber_attributes", .object(attributes))
            #expect(try await tenant.receive(event).status == "applied")
        }
        #expect(try await tenant.attributes().count == 100)
    }

    @Test("an ignored sandbox tells no attributes, and an event that cannot be applied does")
    func ignored() async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(appUserID: "u_1").attributes(["n": "x"]).inSandbox)
        #expect(try await tenant.attributes() == [])
        try await tenant.receive(.incomplete(id: "bad").attributes(["n": "x"]))
        #expect(try await tenant.attributes() == ["u_42 n x"])
    }

    @Test("an event without attributes, and one that repeats them, write none")
    func unchanged() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1").attributes(["n": "x"]))
        let before = try await tenant.attributeRows()
        try await tenant.receive(.renewal(appUserID: "u_1").attributes(["n": "x"]))
        try await tenant.receive(
            .expiration(appUserID: "u_1").removing("subscriber_attributes"))
        #expect(try await tenant.attributeRows() == before)
    }

    @Test("events at once of one app user leave the latest attributes and their words")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "stockpot")
        for round in 0..<TestEffort.share(of: 200, atLeast: 8) {
            let person = "u_\(round)"
            let refusals = try await tenant.race(
                (1...4).map { (day: Int64) in
                    {
                        try await tenant.receive(
                            .renewal(
                                appUserID: person, purchasedAt: bought.advanced(byDays: 30 * day),
                                originalTransactionID: "\(person) \(day)"
                            ).attributes(["n": "word\(day)"], at: bought.advanced(byDays: day)))
                    }
                })
            #expect(refusals.allSatisfy { $0 == nil })
            try await tenant.receive(
                .renewal(
                    appUserID: person, purchasedAt: bought.advanced(byDays: 500),
                    originalTransactionID: person
                ).attributes(["n": "word5"], at: bought.advanced(byDays: 5)))
        }
        #expect(Set(try await tenant.attributes().map { $0.suffix(5) }) == ["word5"])
        #expect(Set(try await tenant.words()) == ["word5"])
    }
}

extension TestTenant {
    /// The attributes as `u_1 name value`, ordered.
    fileprivate func attributes() async throws -> [String] {
        try await rows(
            "select concat_ws(' ', app_user_id, name, coalesce(value, '–')) "
                + "from entitlements.attributes")
    }

    /// The rows of attributes with their places, which a write would change.
    fileprivate func attributeRows() async throws -> [String] {
        try await rows("select ctid || ' ' || xmin::text from entitlements.attributes")
    }

    /// The words of attributes.
    fileprivate func words() async throws -> [String] {
        try await rows("select word from entitlements.search_words", and: "name <> ''")
    }

    private func rows(_ query: String, and condition: String = "true") async throws -> [String] {
        try await TestDatabase.shared.administer(
            "\(query) where tenant_id = '\(id)' and \(condition)"
        ).compactMap { $0.first ?? nil }.sorted()
    }
}
