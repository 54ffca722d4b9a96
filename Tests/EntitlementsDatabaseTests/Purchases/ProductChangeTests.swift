import Entitlements
import TestSupport
import Testing

/// Tests what a product change says of the old plan and of the one to come.
@Suite("Product changes")
struct ProductChangeTests {
    private static let bought = RevenueCatEvent.defaultPurchase
    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    /// Two products on Play, or two base plans of one.
    struct Plans: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        var testDescription: String { "\(old) to \(new)" }

        var bought: RevenueCatEvent { Self.purchase(old, "GPA.1", days: 0...30) }
        /// The request, which names the moment of the change as the end of the old plan.
        var changed: RevenueCatEvent {
            RevenueCatEvent.productChange(
                from: old, to: new, expiresAt: day(10), at: day(10), originalTransactionID: "GPA.1"
            ).removing("new_product_id").transaction("GPA.1", original: "GPA.1")
                .store("PLAY_STORE")
        }
        var boughtNew: RevenueCatEvent { Self.purchase(new, "GPA.2", days: 10...375) }

        var listedNew: TestSnapshot.Purchase { Self.listed(boughtNew) }

        static func listed(_ event: RevenueCatEvent) -> TestSnapshot.Purchase {
            let product = event.fields["product_id"]?.string ?? ""
            let parts = product.split(separator: ":").map(String.init)
            return .like(event).setting("product_id", .string(parts[0]))
                .setting("product_plan_id", parts.count > 1 ? .string(parts[1]) : nil)
        }

        private static func purchase(
            _ product: String, _ order: String, days: ClosedRange<Int64>
        ) -> RevenueCatEvent {
            RevenueCatEvent.initialPurchase(
                product: product, purchasedAt: day(days.lowerBound),
                expiresAt: day(days.upperBound), originalTransactionID: order
            ).transaction(order, original: order).store("PLAY_STORE")
        }
    }

    private static let plans = [
        Plans(old: "plus_monthly", new: "plus_annual"),
        Plans(old: "plus_sub:monthly", new: "plus_sub:annual"),
    ]

    @Test("at once on Play: the old plan ends, in any order", arguments: plans, 0..<6)
    func atOnce(_ plans: Plans, order: Int) async throws {
        let tenant = try await Self.tenant(plans)
        var events = [plans.bought, plans.changed, plans.boughtNew]
        for place in [order / 2, order % 2] { events.append(events.remove(at: place)) }
        for event in events { try await tenant.receive(event) }
        try await Self.expectChanged(plans, in: tenant)
    }

    @Test("at once, with the change lost: version 1 says that the old plan was replaced")
    func replaced() async throws {
        for isTold in [true, false] {
            let plans = Self.plans[1]
            let tenant = try await Self.tenant(plans)
            if isTold {
                try await tenant.receive(plans.bought, receivedAt: Self.bought)
                try await tenant.receive(plans.boughtNew, receivedAt: Self.day(10))
            } else {
                try await tenant.add(
                    TestSnapshot(at: Self.day(1)).listing(Plans.listed(plans.bought)))
            }
            let snapshot = TestSnapshot(at: Self.day(11)).listing(plans.listedNew)
                .active(through: "plus_sub")
            try await tenant.add(snapshot)
            try await Self.expectChanged(plans, in: tenant)
            // Late events change nothing.
            try await tenant.receive(plans.boughtNew)
            try await tenant.receive(plans.changed)
            try await Self.expectChanged(plans, in: tenant)
        }
    }

    @Test("at once, read by version 2 before the events arrive", arguments: plans)
    func version2(_ plans: Plans) async throws {
        let tenant = try await Self.tenant(plans)
        try await tenant.receive(plans.bought, receivedAt: Self.bought)
        let old = TestSnapshot.Purchase.like(plans.bought).at("expires_at", Self.day(10))
            .setting("gives_access", false).setting("will_renew", false)
        let new = TestSnapshot.Purchase.like(plans.boughtNew).setting("gives_access", true)
        try await tenant.add(TestSnapshot(at: Self.day(11)).listing(old, new))
        try await tenant.receive(plans.boughtNew)
        try await tenant.receive(plans.changed)
        try await Self.expectChanged(plans, in: tenant)
    }

    @Test("what is paid twice waits three hours in one store, and not in two")
    func waits() async throws {
        for isOneStore in [true, false] {
            let plans = Self.plans[0]
            let tenant = try await Self.tenant(plans)
            try await tenant.receive(plans.bought)
            try await tenant.receive(isOneStore ? plans.boughtNew : plans.boughtNew.store("STRIPE"))
            for (hours, isNoticed) in [(1, !isOneStore), (4, true)] as [(Int64, Bool)] {
                let moment = Self.day(10).advanced(bySeconds: hours * 3_600)
                let kinds = try await tenant.notices(of: "u_42", at: moment).map { $0["kind"] }
                #expect(kinds == (isNoticed ? ["paid_twice"] : []), "after \(hours) hours")
            }
        }
    }

    @Test("elsewhere the chain goes on: the old plan keeps access until the new one is bought")
    func sameChain() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(
            .productChange(
                from: RevenueCatEvent.defaultProduct, to: "yearly", expiresAt: Self.day(7)))
        #expect(try await tenant.standing(of: "u_42", at: Self.day(8)) == .active("active"))
    }

    @Test("the product to come is null if the change was made already, or is taken back")
    func pending() async throws {
        let (old, new) = (RevenueCatEvent.defaultProduct, "yearly")
        let chain = RevenueCatEvent.initialPurchase().fields["original_transaction_id"]?.string
        func change(to product: String, at number: Int64) -> RevenueCatEvent {
            .productChange(
                from: old, to: product, at: Self.day(number), originalTransactionID: chain)
        }
        let renewal = RevenueCatEvent.renewal(product: new, originalTransactionID: chain)
        let cases: [(events: [RevenueCatEvent], pending: JSONValue)] = [
            ([change(to: new, at: 7)], .string(new)),
            ([change(to: new, at: 7), change(to: old, at: 8)], nil),
            ([change(to: new, at: 7), renewal], nil),
            ([renewal, change(to: new, at: 31)], nil),
            (
                [
                    change(to: new, at: 7),
                    change(to: old, at: 8).setting("product_id", .string(new)),
                ], nil
            ),
        ]
        for (events, pending) in cases {
            let tenant = try await TestTenant.create()
            for event in [.initialPurchase()] + events { try await tenant.receive(event) }
            let told = try await tenant.person("u_42", at: Self.day(32))?["subscriptions"]?.array
            #expect(told?.map { $0["pending_product_id"] ?? "missing" } == [pending], "\(events)")
        }
    }

    @Test("a change between plans of one product is to come, and stays so when it is read")
    func pendingPlan() async throws {
        let plans = Self.plans[1]
        let tenant = try await Self.tenant(plans)
        try await tenant.receive(plans.bought, receivedAt: Self.bought)
        try await tenant.receive(
            plans.changed.setting("new_product_id", .string(plans.new))
                .setting("expiration_at_ms", .milliseconds(Self.day(30))),
            receivedAt: Self.day(10))
        try await tenant.add(TestSnapshot(at: Self.day(11)).listing(Plans.listed(plans.bought)))
        let told = try await tenant.person("u_42", at: Self.day(12))?["subscriptions"]?.array?.first
        #expect(told?["pending_product_id"] == .string(plans.new))
        #expect(told?["will_renew"] == true)
    }
}

extension ProductChangeTests {
    private static func tenant(_ plans: Plans) async throws -> TestTenant {
        try await TestTenant.create { definition in
            for id in [plans.old, plans.new] {
                definition.products += definition.products.prefix(1).map { product in
                    var plan = product
                    plan.id = ProductID(unchecked: id)
                    return plan
                }
            }
        }
    }

    private static func expectChanged(_ plans: Plans, in tenant: TestTenant) async throws {
        let moment = day(15)
        let person = try await tenant.person("u_42", at: moment)
        let told = person?["subscriptions"]?.array ?? []
        #expect(told.count == 2)
        let old = try #require(told.first { $0["product_id"] == .string(plans.old) })
        #expect(old["is_active"] == false)
        #expect(old["will_renew"] == false)
        #expect(old["pending_product_id"]?.isNull == true)
        let new = try #require(told.first { $0["product_id"] == .string(plans.new) })
        #expect(new["will_renew"] == true)
        let plus = try await tenant.entitlement("plus", of: "u_42", at: moment)
        #expect(plus?["source"]?["product_id"] == .string(plans.new))
        #expect(try await tenant.notices(of: "u_42", at: moment) == [])
        #expect(try await tenant.invariantViolations() == [])
    }
}
