import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_entitlements")
struct GetEntitlementsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("an unknown app user has no entitlements, and is not created")
    func unknown() async throws {
        let tenant = try await TestTenant.create { $0.freePlan = "basic" }
        let answer = try await tenant.entitlements(of: "u_1")
        #expect(
            answer == [
                "plan": "basic", "subscription_status": "none", "entitlements": [:],
                "next_change_at": nil,
            ])
        #expect(try await tenant.rows(in: "app_users") == 0)
    }

    @Test("the answer is for the database's present, or for as_of")
    func moment() async throws {
        let tenant = try await TestTenant.create()
        let past = try await tenant.database.callOne(
            GetEntitlements(appUserID: "u_1", environment: "production", asOf: day(1)),
            in: tenant.id)
        #expect(past.asOf == day(1))
        let now = try await tenant.database.callOne(
            GetEntitlements(appUserID: "u_1", environment: "production"), in: tenant.id)
        let clock = try await TestDatabase.shared.administer(
            "select abs(extract(epoch from now()) * 1000000 - "
                + "\(now.asOf.microsecondsSinceEpoch)) < 60000000")
        #expect(clock == [["t"]])
    }

    @Test("an entitlement has its source")
    func source() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase().asTrial)
        let answer = try await tenant.entitlements(of: "u_42", at: day(1))
        #expect(
            answer == [
                "plan": "plus", "subscription_status": "trialing",
                "entitlements": [
                    "plus": [
                        "entitlement_id": "plus", "is_active": true, "status": "trialing",
                        "expires_at": .string(day(30).rfc3339), "ended_reason": nil,
                        "will_renew": true,
                        "source": [
                            "kind": "own", "app_user_id": "u_42", "household_id": nil,
                            "product_id": "stockpot_plus_monthly",
                            "product_kind": "subscription", "duration": "P1M",
                            "plan_type": "monthly", "store": "app_store",
                            "environment": "production", "period_type": "trial",
                            "current_period_started_at": .string(bought.rfc3339),
                            "current_period_ends_at": .string(day(30).rfc3339),
                            "grace_period_ends_at": nil,
                            "trial_ends_at": .string(day(30).rfc3339),
                            "management_url":
                                "https://apps.apple.com/account/subscriptions",
                        ],
                        "implied_by": nil,
                    ]
                ],
                "next_change_at": .string(day(30).rfc3339),
            ])
    }

    @Test("an implied entitlement is listed with implied_by")
    func implied() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(
            .initialPurchase(product: "com.yapmate.trade.monthly").entitlements(nil))
        let answer = try await tenant.entitlements(of: "u_42", at: day(1))
        #expect(answer["plan"] == "trade")
        let entitlements = answer["entitlements"]
        #expect(entitlements?.object?.members.map(\.name) == ["trade", "pro"])
        #expect(entitlements?["trade"]?["implied_by"]?.isNull == true)
        #expect(entitlements?["pro"]?["implied_by"] == "trade")
        #expect(entitlements?["pro"]?["is_active"] == true)
        #expect(
            entitlements?["pro"]?["source"]?["product_id"] == "com.yapmate.trade.monthly")
    }

    @Test("the plan is the active entitlement of the highest rank")
    func plan() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(
            .initialPurchase(
                product: "com.yapmate.trade.monthly", expiresAt: day(5),
                originalTransactionID: "1"))
        try await tenant.receive(
            .initialPurchase(
                product: "com.yapmate.pro.monthly", expiresAt: day(9),
                originalTransactionID: "2"))
        var plans: [JSONValue?] = []
        for moment in [day(-1), day(4), day(5), day(9)] {
            plans.append(try await tenant.entitlements(of: "u_42", at: moment)["plan"])
        }
        #expect(plans == ["free", "trade", "pro", "free"])
        let ended = try await tenant.entitlements(of: "u_42", at: day(5))
        #expect(ended["entitlements"]?["trade"]?["status"] == "expired")
        #expect(ended["subscription_status"] == "active")
        #expect(
            try await tenant.entitlements(of: "u_42", at: day(9))["subscription_status"]
                == "expired")
    }

    @Test("sandbox access is listed only if the request names the sandbox")
    func sandbox() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase().inSandbox)
        #expect(try await tenant.entitlements(of: "u_42", at: day(1))["plan"] == "free")
        let answer = try await tenant.entitlements(
            of: "u_42", environment: "sandbox", at: day(1))
        #expect(answer["plan"] == "plus")
        #expect(answer["entitlements"]?["plus"]?["source"]?["environment"] == "sandbox")
    }

    @Test(
        "a Play product matches the catalog by its subscription id",
        arguments: ["monthly-plan", "a:b", ""])
    func playProduct(plan: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(product: "stockpot_plus_monthly:\(plan)").store("PLAY_STORE")
                .entitlements(nil))
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
    }

    @Test("the full name of a product matches before its first part")
    func playProductByItsName() async throws {
        let tenant = try await TestTenant.create(like: "yapmate") { definition in
            definition.products[0].id = ProductID(unchecked: "sub")
            definition.products[1].id = ProductID(unchecked: "sub:trade")
        }
        try await tenant.receive(.initialPurchase(product: "sub:trade").entitlements(nil))
        #expect(try await tenant.standing(of: "u_42", "trade", at: day(1)) == .active("active"))
        #expect(
            try await tenant.entitlement("pro", of: "u_42", at: day(1))?["implied_by"] == "trade")
    }

    @Test("for an unknown product the event's entitlements count, with implications")
    func unknownProduct() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(
            .initialPurchase(product: "unknown").entitlements(["trade", "secret"]))
        let answer = try await tenant.entitlements(of: "u_42", at: day(1))
        #expect(answer["plan"] == "trade")
        #expect(answer["entitlements"]?["pro"]?["implied_by"] == "trade")
        #expect(answer["entitlements"]?["secret"]?["is_active"] == true)
    }

    @Test("for a known product the event's entitlements do not count")
    func knownProduct() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.receive(
            .nonRenewingPurchase(product: "hd_export").entitlements(["pro"]))
        #expect(try await tenant.entitlements(of: "u_42", at: day(1))["entitlements"] == [:])
    }

    @Test("a read of a past moment repeats the answer of that moment")
    func past() async throws {
        let tenant = try await TestTenant.create()
        // In the past of any clock: reads of the future use the stored state.
        let start: Timestamp = "2025-01-01T00:00:00Z"
        let day = { (day: Int64) in start.advanced(byDays: day) }
        let events: [RevenueCatEvent] = [
            .initialPurchase(purchasedAt: start), .cancellation(purchasedAt: start),
            .uncancellation(purchasedAt: start), .refund(purchasedAt: start, at: day(5)),
            .refundReversed(purchasedAt: start, at: day(7)),
            .transfer(from: ["u_42"], to: ["u_43"], at: day(10)),
            .renewal(purchasedAt: day(30)),
            .transfer(from: ["u_42"], to: ["u_43"], at: day(33)),
        ]
        var answers: [(moment: Timestamp, people: [JSONValue])] = []
        for event in events {
            try await tenant.receive(event, receivedAt: TestTenant.receipt)
            let milliseconds = try #require(event.fields["event_timestamp_ms"])
            guard case .integer(let number) = milliseconds else { continue }
            let moment = try #require(Timestamp(milliseconds: number))
            answers.append((moment, try await everybody(of: tenant, at: moment)))
        }
        // Two of the events only undo their predecessor.
        #expect(Set(answers.map { "\($0.people)" }).count == events.count - 2)
        for (moment, people) in answers {
            #expect(try await everybody(of: tenant, at: moment) == people)
        }
    }

    private func everybody(of tenant: TestTenant, at moment: Timestamp) async throws -> [JSONValue]
    {
        [
            try await tenant.entitlements(of: "u_42", at: moment),
            try await tenant.entitlements(of: "u_43", at: moment),
        ]
    }
}
