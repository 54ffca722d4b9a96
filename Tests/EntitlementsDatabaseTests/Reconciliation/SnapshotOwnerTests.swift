import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests how listed and unlisted purchases decide the owner.
@Suite("The owner of a purchase, by snapshots")
struct SnapshotOwnerTests {
    private let bought: Timestamp = "2096-11-01T10:00:00Z"
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let purchase = RevenueCatEvent.initialPurchase(
        appUserID: "a", purchasedAt: "2096-11-01T10:00:00Z")

    @Test("a transfer without an event is found from either side", arguments: [true, false])
    func oneSided(isSourceFirst: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        let source = TestSnapshot(of: "a", at: day(isSourceFirst ? 2 : 3))
        let destination = TestSnapshot(of: "b", at: day(isSourceFirst ? 3 : 2))
            .listing(.like(purchase))
        var causes: [String] = []
        for snapshot in isSourceFirst ? [source, destination] : [destination, source] {
            let drift = try await tenant.add(snapshot)
            causes += drift.map(\.cause)
            #expect(drift.allSatisfy { $0.accessAffected })
        }
        #expect(Set(causes) == ["transfer_one_sided"])
        #expect(causes.count == (isSourceFirst ? 2 : 1))
        #expect(try await tenant.standing(of: "a", at: day(4)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "b", at: day(4)) == .active("active"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test(
        "an older snapshot does not undo a transfer", arguments: [true, false])
    func laterTransfer(isReadFirst: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        let snapshot = TestSnapshot(of: "a", at: day(2)).listing(.like(purchase))
        let transfer = RevenueCatEvent.transfer(from: ["a"], to: ["b"], at: day(3))
        if isReadFirst { try await tenant.add(snapshot) }
        try await tenant.tell(transfer)
        if !isReadFirst {
            #expect(try await tenant.add(snapshot, receivedAt: day(4)).isEmpty)
        }
        #expect(try await tenant.standing(of: "b", at: day(5)) == .active("active"))
        #expect(try await tenant.standing(of: "a", at: day(5)) == .inactive("expired"))
    }

    @Test("a transfer received after the source's snapshot names the new owner")
    func transferAfterAbsence() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        try await tenant.add(TestSnapshot(of: "a", at: day(2)))
        #expect(try await tenant.standing(of: "a", at: day(3)) == .inactive("expired"))
        try await tenant.tell(.transfer(from: ["a"], to: ["b"], at: day(3)))
        #expect(try await tenant.standing(of: "b", at: day(4)) == .active("active"))
    }

    @Test("a purchase listed again returns to its owner")
    func back() async throws {
        let tenant = try await TestTenant.create { $0.households.transferHoldDays = 30 }
        try await tenant.tell(purchase)
        try await tenant.add(TestSnapshot(of: "a", at: day(2)))
        try await tenant.add(TestSnapshot(of: "a", at: day(3)).listing(.like(purchase)))
        #expect(try await tenant.standing(of: "a", at: day(4)) == .active("active"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a household holds a purchase that a snapshot no longer lists")
    func household() async throws {
        let tenant = try await TestTenant.create { $0.households.transferHoldDays = 3 }
        try await tenant.found("a", with: ["c"], at: bought)
        try await tenant.tell(purchase)
        #expect(try await tenant.standing(of: "c", at: day(1)) == .active("active"))
        try await tenant.add(TestSnapshot(of: "a", at: day(2)))
        for member in ["a", "c"] {
            #expect(try await tenant.standing(of: member, at: day(4)).isActive)
            #expect(!(try await tenant.standing(of: member, at: day(5)).isActive))
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a snapshot changes the household's access at once")
    func householdGains() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("a", with: ["c"], at: bought)
        try await tenant.add(TestSnapshot(of: "a", at: day(1)).listing(.like(purchase)))
        #expect(try await tenant.standing(of: "c", at: day(2)) == .active("active"))
        try await tenant.add(
            TestSnapshot(of: "a", at: day(3)).listing(.like(purchase).refunded(at: day(3))))
        #expect(!(try await tenant.standing(of: "c", at: day(4)).isActive))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("an alias in a snapshot joins, with its purchases")
    func alias() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.tell(.initialPurchase(appUserID: phone, purchasedAt: bought))
        try await tenant.tell(
            .initialPurchase(appUserID: "u_42", product: "other", purchasedAt: bought))
        let listed = [
            TestSnapshot.Purchase.like(
                .initialPurchase(appUserID: phone, purchasedAt: bought)),
            .like(.initialPurchase(appUserID: "u_42", product: "other", purchasedAt: bought)),
        ]
        let snapshot = TestSnapshot(at: day(2)).aliased(phone).listing(listed)
        let drift = try await tenant.add(snapshot)
        #expect(drift.map(\.cause) == ["alias_unknown"])
        #expect(drift.first?.purchaseID == nil)
        #expect(try await tenant.people() == [[phone, "u_42"]])
        var again = snapshot
        again.readAt = day(3)
        #expect(try await tenant.add(again).isEmpty)
    }

    @Test("two identified aliases share a purchase without a move")
    func conflict() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        for (number, asked) in ["b", "a", "b"].enumerated() {
            let snapshot = TestSnapshot(of: asked, at: day(Int64(number) + 1))
                .aliased(asked == "a" ? "b" : "a").listing(.like(purchase))
            #expect(
                try await tenant.add(snapshot).map(\.cause)
                    == (number == 0 ? ["alias_unknown"] : []))
        }
        #expect(try await tenant.people() == [["a"], ["b"]])
        #expect(try await tenant.standing(of: "a", at: day(5)) == .active("active"))
        #expect(try await tenant.standing(of: "b", at: day(5)) == .active("active"))
    }

    @Test("an event adopts a purchase known only from a snapshot")
    func adopted() async throws {
        for event in [
            RevenueCatEvent.initialPurchase(purchasedAt: bought), .renewal(purchasedAt: day(30)),
            .cancellation(purchasedAt: bought), .expiration(purchasedAt: bought),
        ] {
            let tenant = try await TestTenant.create()
            try await tenant.add(
                TestSnapshot(at: day(1)).listing(.like(.initialPurchase(purchasedAt: bought))))
            try await tenant.tell(event)
            #expect(try await tenant.rows(in: "purchases") == 1, "\(event)")
            try await tenant.add(
                TestSnapshot(at: day(31)).listing(
                    .like(.renewal(purchasedAt: day(30)))))
            #expect(try await tenant.rows(in: "purchases") == 1, "\(event)")
        }
    }

    @Test("snapshots of two ids in one second equal their fold")
    func sameSecond() async throws {
        let tenant = try await TestTenant.create()
        let readAt = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        // Snapshots of one second are ordered by digest, so this tries many.
        for number in 0..<24 {
            let (person, other) = ("u_\(number)", anonymous("\(number)"))
            try await tenant.join(person, other)
            let bought = RevenueCatEvent.initialPurchase(
                appUserID: person, originalTransactionID: "\(number)")
            for (id, second) in [(person, 0), (other, 0), (other, 1)] as [(String, Int64)] {
                var snapshot = TestSnapshot(of: id, at: readAt.advanced(bySeconds: second))
                snapshot.purchases = [.like(bought)]
                try await tenant.add(snapshot)
            }
        }
        #expect(try await tenant.invariantViolations() == [])
    }
}
