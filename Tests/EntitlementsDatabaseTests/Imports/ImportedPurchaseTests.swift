import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// An import counts until RevenueCat tells of the purchase; from then on only its word counts.
@Suite("Imported purchases and RevenueCat's word")
struct ImportedPurchaseTests {
    private let bought = RevenueCatEvent.defaultPurchase

    private func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    /// Says more than RevenueCat's events: a later period, under another id.
    private var row: JSONValue {
        ImportedRow.purchase(of: "u_import", transaction: "1000", from: day(5), until: day(200))
    }

    @Test(
        "whichever comes first, the state is that of RevenueCat's events alone",
        arguments: [0, 1, 2, 3])
    func outranked(place: Int) async throws {
        let events: [RevenueCatEvent] = [
            .initialPurchase(originalTransactionID: "1000"),
            .cancellation(originalTransactionID: "1000"),
            .expiration(originalTransactionID: "1000"),
        ]
        let alone = try await TestTenant.create()
        let beside = try await TestTenant.create()
        for (number, event) in events.enumerated() {
            if number == place { try await beside.importRows([row], at: day(60)) }
            try await alone.receive(event)
            try await beside.receive(event)
        }
        if place == events.count { try await beside.importRows([row], at: day(60)) }
        for moment in [day(0), day(2), day(29), day(31), day(150)] {
            let here = try await beside.standing(of: RevenueCatEvent.defaultAppUserID, at: moment)
            #expect(
                here
                    == (try await alone.standing(
                        of: RevenueCatEvent.defaultAppUserID, at: moment)),
                "\(moment)")
        }
        #expect(try await beside.standing(of: "u_import", at: day(150)) == .none)
        try await expectSound(beside)
    }

    @Test("a row about a purchase that RevenueCat told of is known, and changes nothing")
    func known() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(originalTransactionID: "1000"))
        #expect(try await tenant.importRows([row], at: day(60)) == ["known"])
        let sameProduct = ImportedRow.purchase(
            of: RevenueCatEvent.defaultAppUserID, transaction: "other", from: day(-20),
            until: day(10))
        #expect(try await tenant.importRows([sameProduct], at: day(60)) == ["known"])
        let evidence = try await tenant.person(RevenueCatEvent.defaultAppUserID)
        #expect(evidence?["subscriptions"]?.array?.count == 1)
    }

    @Test("a later import replaces an earlier one, and RevenueCat's event both")
    func replaced() async throws {
        let tenant = try await TestTenant.create()
        let later = ImportedRow.purchase(
            of: "u_import", transaction: "1000", from: day(5), until: day(40),
            cancelledAt: day(6))
        try await tenant.importRows([row], at: day(10))
        #expect(try await tenant.importRows([later], at: day(11)) == ["imported"])
        #expect(try await tenant.importRows([later], at: day(12)) == ["known"])
        #expect(try await tenant.standing(of: "u_import", at: day(20)) == .active("cancelled"))
        #expect(try await tenant.standing(of: "u_import", at: day(41)) == .inactive("expired"))
        #expect(try await tenant.importRows([row], at: day(13)) == ["imported"])
        #expect(try await tenant.standing(of: "u_import", at: day(41)) == .active("active"))
        try await expectSound(tenant)
    }

    @Test("a snapshot that does not list an imported purchase says nothing about it")
    func notListed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.importRows([row], at: day(10))
        try await tenant.add(TestSnapshot(of: "u_import", at: day(12)))
        #expect(try await tenant.standing(of: "u_import", at: day(20)) == .active("active"))
        try await expectSound(tenant)
        // Once RevenueCat has told of it, its absence counts.
        try await tenant.receive(
            .renewal(
                appUserID: "u_import", purchasedAt: day(13), originalTransactionID: "1000"))
        try await tenant.add(TestSnapshot(of: "u_import", at: day(14)))
        #expect(try await tenant.standing(of: "u_import", at: day(20)) != .active("active"))
        try await expectSound(tenant)
    }

    @Test("a requested product change keeps the imported period until RevenueCat names one")
    func requestedChange() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.importRows([row], at: day(6))
        try await tenant.receive(
            .productChange(
                appUserID: "u_import", from: RevenueCatEvent.defaultProduct, to: "plus_yearly",
                purchasedAt: day(5), at: day(10),
                originalTransactionID: "1000"))
        #expect(try await tenant.standing(of: "u_import", at: day(20)) == .active("active"))
        try await expectSound(tenant)
        try await tenant.receive(
            .cancellation(
                appUserID: "u_import", purchasedAt: day(5), expiresAt: day(15), at: day(12),
                originalTransactionID: "1000"))
        #expect(try await tenant.standing(of: "u_import", at: day(20)) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("an import for an id that a transfer emptied follows the transfer")
    func transferred() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_import"))
        try await tenant.receive(
            .transfer(from: ["u_import"], to: ["u_other"], at: day(8)))
        try await tenant.importRows([row], at: day(10))
        try await expectSound(tenant)
    }

    @Test("a purchase without an end lasts for ever if the product does")
    func forEver() async throws {
        let tenant = try await TestTenant.create {
            $0.products.append(
                .init(
                    id: ProductID(unchecked: "plus_forever"), kind: .nonConsumable,
                    entitlements: [EntitlementID(unchecked: "plus")]))
        }
        try await tenant.importRows(
            [ImportedRow.purchase(of: "u_1", product: "plus_forever", from: day(0))], at: day(1))
        #expect(try await tenant.standing(of: "u_1", at: day(9_000)) == .active("lifetime"))
    }
}
