import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// The upstream key can belong to another RevenueCat project than the webhooks.
@Suite("An unrecognised project takes no access away")
struct RecognisedProjectTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// Whether the API lists `gives_access`: nil for version 1, true for version 2.
    private static let versions: [Bool?] = [nil, true]

    private func listed(_ event: RevenueCatEvent, _ givesAccess: Bool?) -> TestSnapshot.Purchase {
        .like(event).setting("gives_access", givesAccess.map(JSONValue.bool))
    }

    @Test("an empty snapshot is refused until one lists a known purchase")
    func empty() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.initialPurchase())
        for _ in 0..<2 {
            await expectFailure(.projectNotRecognised) {
                try await tenant.add(TestSnapshot(at: day(1)))
            }
        }
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .active("active"))
        #expect(try await tenant.rows(in: "snapshots") == 0)
        // A snapshot of an app user without evidence is accepted.
        try await tenant.add(TestSnapshot(of: "u_43", at: day(1)))

        try await tenant.add(TestSnapshot(at: day(2)).listing(.like(.initialPurchase())))
        try await tenant.add(TestSnapshot(at: day(3)))
        #expect(!(try await tenant.standing(of: "u_42", at: day(4)).isActive))
    }

    @Test("one known purchase recognises the project for all app users", arguments: versions)
    func recognisedByAnother(givesAccess: Bool?) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let other = RevenueCatEvent.initialPurchase(appUserID: "u_43")
            .transaction("t_43", original: "t_43")
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(other)
        try await tenant.add(
            TestSnapshot(of: "u_43", at: day(1)).listing(listed(other, givesAccess)))
        try await tenant.add(TestSnapshot(at: day(1)))
        #expect(!(try await tenant.standing(of: "u_42", at: day(2)).isActive))
    }

    @Test("a snapshot with another project's purchase of an id is refused", arguments: versions)
    func othersPurchases(givesAccess: Bool?) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.initialPurchase())
        let foreign = listed(
            RevenueCatEvent.initialPurchase(
                product: "somebody_elses", purchasedAt: bought.advanced(byDays: -9)
            ).transaction("foreign", original: "foreign"), givesAccess)
        await expectFailure(.projectNotRecognised) {
            try await tenant.add(TestSnapshot(at: day(1)).listing(foreign))
        }
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .active("active"))
        #expect(try await tenant.rows(in: "purchases") == 1)
    }

    @Test("a listed refund counts at once, as does a partial list")
    func believed() async throws {
        let refunded = try await TestTenant.create()
        try await refunded.setUpstreamKey()
        try await refunded.receive(.initialPurchase())
        let entry = TestSnapshot.Purchase.like(.initialPurchase()).refunded(at: day(1))
        try await refunded.add(TestSnapshot(at: day(1)).listing(entry))
        #expect(try await refunded.standing(of: "u_42", at: day(2)) == .inactive("refunded"))

        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let lifetime = RevenueCatEvent.nonRenewingPurchase(product: "stockpot_plus_lifetime")
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(lifetime)
        try await tenant.add(TestSnapshot(at: day(1)).listing(.like(.initialPurchase())))
        let gone = try await TestDatabase.shared.administer(
            """
            select from entitlements.purchases
             where tenant_id = '\(tenant.id)' and is_one_time and refunded_at is not null
            """)
        #expect(gone.count == 1)
    }

    @Test("a refund that only version 2 lists recognises the project, and counts")
    func refundOfOneTimePurchase() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let lifetime = RevenueCatEvent.nonRenewingPurchase(product: "stockpot_plus_lifetime")
        try await tenant.receive(lifetime)
        try await tenant.receive(
            .initialPurchase(appUserID: "u_43").transaction("t_43", original: "t_43"))
        let foreign = TestSnapshot.Purchase.like(
            .nonRenewingPurchase(
                product: "somebody_elses", purchasedAt: bought.advanced(byDays: -9)
            ).transaction("foreign", original: "foreign"))
        await expectFailure(.projectNotRecognised) {
            try await tenant.add(TestSnapshot(at: day(1)).listing(refunded: foreign))
        }
        #expect(try await tenant.standing(of: "u_42", at: day(2)).isActive)
        try await tenant.add(TestSnapshot(at: day(1)).listing(refunded: .like(lifetime)))
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .inactive("refunded"))
        // The project is recognised for others, too.
        try await tenant.add(TestSnapshot(of: "u_43", at: day(1)))
        #expect(!(try await tenant.standing(of: "u_43", at: day(2)).isActive))
    }

    @Test("another key's project is not recognised until a purchase matches")
    func anotherKey() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.initialPurchase())
        try await tenant.add(TestSnapshot(at: day(1)).listing(.like(.initialPurchase())))
        try await tenant.setUpstreamKey("sk_another")
        await expectFailure(.projectNotRecognised) {
            try await tenant.add(TestSnapshot(at: day(2)))
        }
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("active"))
    }

    @Test("in a set only the unrecognised snapshot fails, in a dry run too")
    func sets() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.initialPurchase())
        let snapshots = [TestSnapshot(of: "u_1", at: day(1)), TestSnapshot(at: day(1))].map(\.json)
        for isDryRun in [true, false] {
            let rows = try await tenant.addAll(
                snapshots, receivedAt: day(1), isDryRun: isDryRun)
            #expect(rows.map(\.outcome) == ["read", "failed"])
            #expect(rows.last?.failure == "PT409 project_not_recognised")
        }
    }

    @Test("simultaneous snapshots recognise the project without waiting")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let events = (0..<16).map {
            RevenueCatEvent.initialPurchase(appUserID: "u_\($0)")
                .transaction("t_\($0)", original: "t_\($0)")
        }
        for event in events { try await tenant.receive(event) }
        let tenantDay = day(1)
        let outcomes = try await tenant.race(
            events.enumerated().map { number, event in
                {
                    try await tenant.add(
                        TestSnapshot(of: "u_\(number)", at: tenantDay).listing(.like(event)))
                }
            })
        #expect(outcomes == Array(repeating: nil, count: 16))
    }
}
