import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// A key may be of another RevenueCat project than the webhooks.
@Suite("A project that is not recognised takes nothing away")
struct RecognisedProjectTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// As version 1 of the API says it, or version 2.
    private static let versions: [Bool?] = [nil, true]

    private func listed(_ event: RevenueCatEvent, _ givesAccess: Bool?) -> TestSnapshot.Purchase {
        .like(event).setting("gives_access", givesAccess.map(JSONValue.bool))
    }

    @Test("that it lists nothing of a person is refused, until it listed what a webhook told of")
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
        // It may tell of people of whom no webhook told.
        try await tenant.add(TestSnapshot(of: "u_43", at: day(1)))

        try await tenant.add(TestSnapshot(at: day(2)).listing(.like(.initialPurchase())))
        try await tenant.add(TestSnapshot(at: day(3)))
        #expect(!(try await tenant.standing(of: "u_42", at: day(4)).isActive))
    }

    @Test("one purchase that it lists as told recognises it for everybody", arguments: versions)
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

    @Test("what another project lists of an id is not believed either", arguments: versions)
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

    @Test("a refund that is listed counts at once, and so does a list of some purchases")
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

    @Test("another key is of another project until it is recognised")
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

    @Test("in a set it spoils only itself, and a dry run tells it as well")
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

    @Test("readings at once recognise it once, and none waits for another")
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
