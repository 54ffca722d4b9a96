import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("put_purchase")
struct PutPurchaseTests {
    private let bought = RevenueCatEvent.defaultPurchase

    private func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private func evidence(of tenant: TestTenant) async throws -> Int {
        try await tenant.peopleRows().count { $0.hasPrefix("evidence ") }
    }

    @Test("a purchase gives an unknown app user access, and its end ends it")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let answer = try await tenant.put(from: day(0), until: day(30), asOf: day(0), at: day(1))
        #expect(answer["outcome"] == "stored")
        #expect(answer["detail"] == .null)
        #expect(answer["app_user_id"] == "u_1")
        #expect(answer["plan"] == "plus")
        let plus = try #require(answer["entitlements"]?["plus"])
        #expect(plus["status"] == "active")
        #expect(plus["will_renew"] == true)
        #expect(plus["source"]?["store"] == "stripe")
        #expect(try await tenant.entitlement("plus", of: "u_1", at: day(1)) == plus)
        #expect(try await tenant.standing(of: "u_1", at: day(31)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "u_1", environment: "sandbox") == .none)
        let shown = try await tenant.first(of: "subscriptions", of: "u_1", at: day(1))
        #expect(shown?["original_transaction_id"] == "sub_1")
        try await expectSound(tenant)
    }

    @Test("a purchase of the sandbox counts there, and one without an end for ever")
    func others() async throws {
        let tenant = try await TestTenant.create {
            $0.products.append(
                .init(
                    id: ProductID(unchecked: "plus_forever"), kind: .nonConsumable,
                    entitlements: [EntitlementID(unchecked: "plus")]))
        }
        try await tenant.put(
            of: "u_2", store: "external", environment: "sandbox", product: "plus_forever",
            from: day(0), asOf: day(0))
        #expect(try await tenant.standing(of: "u_2", at: day(9_000)) == .none)
        #expect(
            try await tenant.standing(of: "u_2", environment: "sandbox", at: day(9_000))
                == .active("lifetime"))
        try await expectSound(tenant)
    }

    @Test("a later moment takes back a cancellation, a refund and an end, and renews")
    func undone() async throws {
        let tenant = try await TestTenant.create()
        let (start, end) = (day(0), day(30))
        try await tenant.put(from: start, until: end, asOf: day(1)) { $0.cancelledAt = day(1) }
        #expect(try await tenant.standing(of: "u_1", at: day(2)) == .active("cancelled"))
        try await tenant.put(from: start, until: end, asOf: day(2)) { $0.refundedAt = day(2) }
        #expect(try await tenant.standing(of: "u_1", at: day(3)) == .inactive("refunded"))
        try await tenant.put(from: start, until: day(3), asOf: day(3))
        #expect(try await tenant.standing(of: "u_1", at: day(4)) == .inactive("expired"))
        try await tenant.put(from: start, until: end, asOf: day(4))
        #expect(try await tenant.standing(of: "u_1", at: day(4)) == .active("active"))
        try await tenant.put(from: start, until: day(29), asOf: day(29)) {
            $0.billingIssueAt = day(29)
            $0.graceExpiresAt = day(36)
        }
        #expect(try await tenant.standing(of: "u_1", at: day(35)) == .active("billing_issue"))
        try await tenant.put(from: end, until: day(60), asOf: day(30)) { $0.periodType = "trial" }
        #expect(try await tenant.standing(of: "u_1", at: day(40)) == .active("trialing"))
        try await expectSound(tenant)
    }

    @Test("a later moment may name another product and another app user: it is one purchase")
    func changed() async throws {
        let tenant = try await TestTenant.create {
            var annual = $0.products[0]
            annual.id = ProductID(unchecked: "plus_annual")
            $0.products.append(annual)
        }
        try await tenant.put(from: day(0), until: day(30), asOf: day(1))
        try await tenant.put(
            product: "plus_annual", from: day(0), until: day(365), asOf: day(2))
        let shown = try await tenant.person("u_1", at: day(3))?["subscriptions"]?.array
        #expect(shown?.count == 1)
        #expect(shown?.first?["product_id"] == "plus_annual")
        try await tenant.put(of: "u_2", from: day(0), until: day(30), asOf: day(3))
        #expect(try await tenant.standing(of: "u_1", at: day(4)) == .none)
        #expect(try await tenant.standing(of: "u_2", at: day(4)) == .active("active"))
        let late = try await tenant.put(
            of: "u_3", from: day(0), until: day(30), asOf: day(1).advanced(bySeconds: 1))
        #expect(late["outcome"] == "superseded")
        #expect(late["detail"] == "Facts of a later moment count.")
        #expect(try await tenant.standing(of: "u_2", at: day(4)) == .active("active"))
        #expect(try await tenant.standing(of: "u_3", at: day(4)) == .none)
        try await expectSound(tenant)
    }

    @Test("in any order of arrival they end in one state", arguments: 0..<6)
    func shuffled(turn: Int) async throws {
        let puts: [(Int64, @Sendable (inout PutPurchase.Facts) -> Void)] = [
            (0, { _ in }),
            (3, { $0.cancelledAt = $0.purchasedAt.advanced(byDays: 3) }),
            (5, { _ in }),
            (7, { $0.refundedAt = $0.purchasedAt.advanced(byDays: 7) }),
            (9, { $0.expiresAt = $0.purchasedAt.advanced(byDays: 45) }),
            (11, { $0.willRenew = false }),
        ]
        let inOrder = try await TestTenant.create()
        let shuffled = try await TestTenant.create()
        var generator = TestEffort.generator(salt: UInt64(turn))
        let arrivals = puts.prefix(puts.count - turn % 3).shuffled(using: &generator)
        for (tenant, delivered) in [
            (inOrder, Array(puts.prefix(puts.count - turn % 3))), (shuffled, Array(arrivals)),
        ] {
            for (number, change) in delivered {
                try await tenant.put(from: day(0), until: day(30), asOf: day(number), change)
            }
        }
        for moment in [day(1), day(4), day(8), day(20), day(31), day(50)] {
            #expect(
                try await shuffled.entitlements(of: "u_1", at: moment)
                    == (try await inOrder.entitlements(of: "u_1", at: moment)), "\(moment)")
        }
        #expect(try await evidence(of: shuffled) == puts.count - turn % 3)
        try await expectSound(shuffled)
    }

    @Test("the same again changes nothing, and other facts of the moment are refused")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.put(from: day(0), until: day(30), asOf: day(1))
        let rows = try await tenant.peopleRows()
        #expect(try await tenant.put(from: day(0), until: day(30), asOf: day(1)) == first)
        #expect(try await tenant.peopleRows() == rows)
        try await expectNobodyChanged(.importRowDiffers, in: tenant) {
            try await tenant.put(from: day(0), until: day(31), asOf: day(1))
        }
        try await expectNobodyChanged(.importRowDiffers, in: tenant) {
            try await tenant.put(of: "u_2", from: day(0), until: day(30), asOf: day(1))
        }
        // Equal facts of a later moment are kept: facts of a moment between must not count.
        try await tenant.put(from: day(0), until: day(30), asOf: day(5))
        let late = try await tenant.put(from: day(0), until: day(10), asOf: day(3))
        #expect(late["outcome"] == "superseded")
        #expect(try await tenant.standing(of: "u_1", at: day(20)) == .active("active"))
        try await expectSound(tenant)
    }

    @Test("each refusal has its code and writes nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create {
            $0.products.append(
                .init(id: ProductID(unchecked: "pack"), kind: .consumable, entitlements: []))
        }
        let now = day(2)
        let minutes: Int64 = 16 * 60
        for (code, product, start, end, asOf) in [
            (ErrorCode.importRowInvalid, nil, day(0), day(30), now.advanced(bySeconds: minutes)),
            (.importRowInvalid, nil, day(1), day(30), day(0)),
            (.importRowInvalid, nil, day(1), day(1), now),
            (.importRowInvalid, nil, day(1), nil, now),
            (.productNotInCatalog, "no_such", day(1), day(30), now),
            (.productNotGrantable, "pack", day(1), day(30), now),
        ] as [(ErrorCode, String?, Timestamp, Timestamp?, Timestamp)] {
            try await expectNobodyChanged(code, in: tenant) {
                try await tenant.put(
                    product: product ?? RevenueCatEvent.defaultProduct, from: start, until: end,
                    asOf: asOf, at: now)
            }
        }
        try await tenant.put(
            from: day(0), until: day(30), asOf: now.advanced(bySeconds: 60), at: now)
        try await tenant.erase("u_1", at: day(3))
        try await expectNobodyChanged(.appUserNotFound, in: tenant) {
            try await tenant.put(from: day(0), until: day(30), asOf: day(4))
        }
    }

    @Test("RevenueCat's word about the transaction counts, whichever comes first", arguments: 0...1)
    func outranked(place: Int) async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(
            appUserID: "u_1", originalTransactionID: "sub_1")
        if place == 1 { try await tenant.receive(event) }
        let answer = try await tenant.put(
            store: "app_store", from: day(0), until: day(200), asOf: day(5))
        #expect(answer["outcome"] == (place == 1 ? "known" : "stored"))
        if place == 0 { try await tenant.receive(event) }
        let again = try await tenant.put(
            store: "app_store", from: day(0), until: day(300), asOf: day(6))
        #expect(again["outcome"] == "known")
        #expect(
            again["detail"] == "RevenueCat has told of the purchase: its word counts.")
        #expect(try await tenant.standing(of: "u_1", at: day(20)) == .active("active"))
        #expect(try await tenant.standing(of: "u_1", at: day(100)) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("a later purchase of the product by RevenueCat counts, but not against a known one")
    func sameProduct() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.put(
            transaction: "mine", store: "app_store", from: day(-9), until: day(21), asOf: day(-9))
        try await tenant.receive(.initialPurchase(appUserID: "u_1", originalTransactionID: "1000"))
        let other = try await tenant.put(
            transaction: "other", store: "app_store", from: day(-1), until: day(99), asOf: day(1))
        #expect(other["outcome"] == "known")
        let ended = try await tenant.put(
            transaction: "mine", store: "app_store", from: day(-9), until: day(-2), asOf: day(2))
        #expect(ended["outcome"] == "stored")
        #expect(try await tenant.standing(of: "u_1", at: day(-1)) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("a snapshot that does not list the purchase does not hide it")
    func notListed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.put(from: day(0), until: day(30), asOf: day(0))
        try await tenant.add(TestSnapshot(of: "u_1", at: day(2)))
        #expect(try await tenant.standing(of: "u_1", at: day(20)) == .active("active"))
        try await tenant.put(from: day(0), until: day(90), asOf: day(3))
        #expect(try await tenant.standing(of: "u_1", at: day(80)) == .active("active"))
        try await expectSound(tenant)
    }

    @Test("a merge takes the purchase along, and the household shares it")
    func shared() async throws {
        let tenant = try await TestTenant.create()
        let device = "$RCAnonymousID:1"
        try await tenant.put(of: device, from: day(0), until: day(30), asOf: day(0))
        try await tenant.identify(device, as: "anna", at: day(1))
        #expect(try await tenant.standing(of: "anna", at: day(2)) == .active("active"))
        try await tenant.found("anna", with: ["bert"], at: day(2))
        #expect(try await tenant.standing(of: "bert", at: day(3)) == .active("active"))
        try await tenant.put(of: device, from: day(0), until: day(30), asOf: day(4)) {
            $0.refundedAt = day(4)
        }
        #expect(try await tenant.standing(of: "bert", at: day(5)).isActive == false)
        try await expectSound(tenant)
    }

    @Test("of equal puts at once one is stored, and of others the latest moment counts")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let (start, end) = (day(0), day(30))
        let equal: [RacedCall] = (0..<6).map { _ in
            {
                let answer = try await tenant.put(from: start, until: end, asOf: start)
                #expect(answer["outcome"] == "stored")
            }
        }
        #expect(try await tenant.race(equal).allSatisfy { $0 == nil })
        #expect(try await evidence(of: tenant) == 1)
        let others: [RacedCall] = (1...8).map { number in
            {
                try await tenant.put(
                    of: "u_\(number % 2)", transaction: "sub_2", from: start,
                    until: end.advanced(byDays: Int64(number)),
                    asOf: start.advanced(byDays: Int64(number)))
            }
        }
        #expect(try await tenant.race(others).allSatisfy { $0 == nil })
        let found = try await tenant.entitlement("plus", of: "u_0", at: day(35))
        #expect(found?["expires_at"] == .string(end.advanced(byDays: 8).rfc3339))
        #expect(try await evidence(of: tenant) == 9)
        try await expectSound(tenant)
    }

    @Test("another tenant's purchase of the same transaction is one of its own")
    func tenants() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.put(from: day(0), until: day(30), asOf: day(0))
        #expect(try await other.person("u_1") == nil)
        let theirs = try await other.put(of: "u_2", from: day(0), until: day(9), asOf: day(0))
        #expect(theirs["outcome"] == "stored")
        #expect(try await tenant.standing(of: "u_1", at: day(20)) == .active("active"))
    }
}
