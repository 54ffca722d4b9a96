import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("explain_access", .soak)
struct ExplainAccessTests {
    private static let yes: Set<String> = [
        "own_purchase", "tester_purchase", "alias_purchase", "household_purchase", "grant",
    ]

    @Test("the source of the tree is the source of the answer, for random people and moments")
    func agreement() async throws {
        let tenant = try await TestTenant.create(like: "digero") {
            $0.entitlements[0].isShared = true
            $0.households.sharesGrants = true
            $0.households.transferHoldDays = 3
        }
        var generator = TestEffort.generator(salt: 42)
        var allowed = 0
        let asked = TestEffort.isFull ? 100_000 : TestEffort.share(of: 15_000, atLeast: 10)
        for number in 0..<asked / 10 {
            let life = RandomLife(
                history: PurchaseHistory(seed: generator.next(), prefix: "h\(number)"),
                prefix: "h\(number)")
            try await life.happen(to: tenant, using: &generator)
            for _ in 0..<10 {
                let person = life.people.randomElement(using: &generator) ?? "u"
                let day = Int64.random(in: -5...150, using: &generator)
                let moment = day == 150 ? nil : RandomLife.start.advanced(byDays: day)
                if try await Self.compare(person, at: moment, in: tenant) { allowed += 1 }
            }
        }
        #expect(allowed > asked / 10 && allowed < asked * 9 / 10, "\(allowed) of \(asked)")
    }

    /// Compares an explanation with the answer, and returns whether it is a yes.
    private static func compare(
        _ person: String, at moment: Timestamp?, in tenant: TestTenant
    ) async throws -> Bool {
        let answer = try await tenant.database.callOne(
            GetEntitlement(
                appUserID: AppUserID(person), entitlementID: "premium", environment: "production",
                asOf: moment), in: tenant.id)
        let told = try JSONParser.parse(answer.json)
        let explained = try await tenant.explain(person, "premium", at: moment)
        let isActive = told["is_active"] == true
        for name in ["is_active", "status", "expires_at", "ended_reason", "will_renew"] {
            let isEqual = explained["answer"]?[name] == told[name]
            #expect(isEqual, "\(name)")
        }
        #expect(explained["is_allowed"] == .bool(isActive))
        let question: Comment = "\(person) at \(moment?.rfc3339 ?? "now")"
        let verdict = explained["verdict"]?["reason"]?.string ?? ""
        #expect(yes.contains(verdict) == isActive, question)
        let winners = (explained["decision"]?["purchases"]?.array ?? []).filter {
            $0["has_won"] == true && $0["reason"] != "not_begun"
        }
        guard let source = told["source"], !source.isNull else {
            #expect(winners.isEmpty, question)
            return isActive
        }
        try #require(winners.count == 1, question)
        let facts = winners[0]["facts"]
        let pairs = [
            (facts?["product_id"], source["product_id"]), (facts?["store"], source["store"]),
            (facts?["source_app_user_id"], source["app_user_id"]),
            (facts?["household_id"], source["household_id"]),
            (facts?["implied_by"], told["implied_by"]), (facts?["ends_at"], told["expires_at"]),
        ]
        let differing = pairs.filter { $0 != $1 }
        #expect(differing.isEmpty, question)
        #expect(!isActive || verdict == winners[0]["reason"]?.string, question)
        return isActive
    }

    @Test("nothing of another tenant is told, not even by a transaction")
    func tenants() async throws {
        let own = try await TestTenant.create()
        let other = try await TestTenant.create()
        let event = RevenueCatEvent.nowRunning().transaction("t_1", original: "t_1")
        try await other.receive(event)
        try await other.receive(
            RevenueCatEvent.nowRunning(id: "e").removing("transaction_id", "product_id"))
        try await other.found("u_42", with: ["u_2"])
        for person in ["u_42", "u_2"] {
            let call = ExplainAccess(
                appUserID: AppUserID(person), entitlementID: "plus", transactionID: "t_1")
            let explained = try JSONParser.parse(
                try await own.database.callOne(call, in: own.id).json)
            #expect(explained["verdict"]?["reason"] == "transaction_unknown")
            #expect(explained["decision"]?["purchases"] == [])
            #expect(explained["decision"]?["households"] == [])
            #expect(explained["decision"]?["events"]?.array?.count == 1)
            #expect(explained["knowledge"]?.array?.last?["reason"] == "no_webhook_yet")
        }
    }

    @Test("an erased app user is unknown, before their events are emptied too")
    func erased() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        try await tenant.receive(
            RevenueCatEvent.nowRunning(id: "e")
                .removing("transaction_id", "original_transaction_id", "product_id"))
        #expect(try await tenant.explain("u_42", "plus")["is_allowed"] == true)
        try await tenant.erase("u_42")
        let explained = try await tenant.explain("u_42", "plus")
        #expect(explained["verdict"]?["reason"] == "unknown_id")
        #expect(explained["decision"]?["events"] == [])
    }

    @Test("a past moment is explained by what was known then")
    func past() async throws {
        let tenant = try await TestTenant.create()
        let start = RevenueCatEvent.defaultPurchase
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(
            .transfer(from: ["u_42"], to: ["u_2"], at: start.advanced(byDays: 10)))
        let before = try await tenant.explain("u_42", "plus", at: start.advanced(byDays: 5))
        #expect(before["verdict"]?["reason"] == "own_purchase")
        let after = try await tenant.explain("u_42", "plus", at: start.advanced(byDays: 11))
        #expect(after["verdict"]?["reason"] == "transferred")
        #expect(after["verdict"]?["facts"]?["owner_app_user_id"] == "u_2")
        let never = try await tenant.explain("u_42", "plus", at: start.advanced(byDays: -1))
        #expect(never["is_allowed"] == false)
    }
}

/// A random history of purchases, with a household and a grant.
private struct RandomLife {
    static let start: Timestamp = "2026-01-01T00:00:00Z"

    let history: PurchaseHistory
    let prefix: String

    var people: [String] {
        (0..<3).flatMap { ["\(prefix)u\($0)", "\(AppUserID.anonymousPrefix)\(prefix)a\($0)"] }
            + ["\(prefix)member"]
    }

    func happen(to tenant: TestTenant, using generator: inout SeededGenerator) async throws {
        let day = Int64.random(in: 0...60, using: &generator)
        let moment = Self.start.advanced(byDays: day)
        let owner = "\(prefix)u0"
        let household = try await tenant.found(owner, with: ["\(prefix)member"], at: moment)
        if generator.next() % 3 == 0 {
            try await tenant.leave(
                "\(prefix)member", household, at: moment.advanced(byDays: 20))
        }
        if generator.next() % 3 == 0 {
            let grantee = people.randomElement(using: &generator) ?? owner
            try await tenant.grant("premium", to: grantee, for: "P1M", at: moment)
        }
        for event in history.events { try await tenant.receive(event) }
    }
}

extension TestTenant {
    fileprivate func explain(
        _ appUserID: String, _ entitlement: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let call = ExplainAccess(
            appUserID: AppUserID(appUserID), entitlementID: entitlement, asOf: moment)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}
