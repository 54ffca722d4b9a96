import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests the choice among several sources of an entitlement, and the time of the next change.
@Suite("The best of several sources")
struct BestSourceTests {
    private static let bought = RevenueCatEvent.defaultPurchase
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// A purchase of `plus`, identified by its name.
    private static func source(
        _ name: String, from start: Int64 = 0, until end: Int64
    ) -> RevenueCatEvent {
        .initialPurchase(
            product: name, purchasedAt: bought.advanced(byDays: start),
            expiresAt: bought.advanced(byDays: end), originalTransactionID: name)
    }

    private static let grant = RevenueCatEvent.promotionalGrant(
        expiresAt: bought.advanced(byDays: 30)
    ).setting("product_id", "grant")

    @Test(
        "the best source is chosen in any order of arrival",
        arguments: [
            ("active before ended", [source("best", until: 12), source("b", until: 5)]),
            ("the latest end", [source("best", until: 20), source("b", until: 12)]),
            (
                "the last to end, of those that did",
                [source("best", until: 9), source("b", until: 5)]
            ),
            ("own before a grant", [source("best", until: 30), grant]),
            (
                "a longer grant before own",
                [
                    source("b", until: 20),
                    grant.setting("product_id", "best"),
                ]
            ),
            (
                "begun before not begun",
                [source("best", until: 5), source("b", from: 40, until: 90)]
            ),
            (
                "the newer period, of two that end at once",
                [source("b", until: 20), source("best", from: 5, until: 20)]
            ),
        ])
    func best(rule: String, events: [RevenueCatEvent]) async throws {
        for events in [events, events.reversed()] {
            let tenant = try await TestTenant.create()
            for event in events {
                try await tenant.receive(event, receivedAt: TestTenant.receipt)
            }
            let plus = try await tenant.entitlement("plus", of: "u_42", at: day(10))
            #expect(plus?["source"]?["product_id"] == "best", "\(rule)")
        }
    }

    @Test("a direct entitlement comes before an implied one")
    func directBeforeImplied() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        for product in ["com.yapmate.trade.monthly", "com.yapmate.pro.monthly"] {
            try await tenant.receive(
                .initialPurchase(product: product, originalTransactionID: product))
        }
        let pro = try await tenant.entitlement("pro", of: "u_42", at: day(1))
        #expect(pro?["implied_by"]?.isNull == true)
        #expect(pro?["source"]?["product_id"] == "com.yapmate.pro.monthly")
    }

    @Test("a future start is the next change, and not listed until then")
    func futureStart() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            Self.source("a", from: 20, until: 50).occurring(at: bought),
            receivedAt: TestTenant.receipt)
        let before = try await tenant.entitlements(of: "u_42", at: day(10))
        #expect(before["entitlements"] == [:])
        #expect(before["plan"] == "free")
        #expect(before["subscription_status"] == "none")
        #expect(before["next_change_at"] == .string(day(20).rfc3339))
        let after = try await tenant.entitlements(of: "u_42", at: day(20))
        #expect(after["plan"] == "plus")
        #expect(after["next_change_at"] == .string(day(50).rfc3339))
    }

    @Test("the next change is the earliest end of all entitlements")
    func nextChange() async throws {
        let tenant = try await TestTenant.create()
        for (name, end) in [("a", 40), ("b", 25)] as [(String, Int64)] {
            try await tenant.receive(
                Self.source(name, until: end).entitlements([name]),
                receivedAt: TestTenant.receipt)
        }
        var changes: [JSONValue?] = []
        for moment in [day(10), day(25), day(40)] {
            changes.append(
                try await tenant.entitlements(of: "u_42", at: moment)["next_change_at"])
        }
        #expect(changes == [.string(day(25).rfc3339), .string(day(40).rfc3339), .null])
    }

    @Test("an end that another source outlasts is no change")
    func outlasted() async throws {
        let tenant = try await TestTenant.create()
        for (name, end) in [("a", 40), ("b", 25)] as [(String, Int64)] {
            try await tenant.receive(
                Self.source(name, until: end), receivedAt: TestTenant.receipt)
        }
        let answer = try await tenant.entitlements(of: "u_42", at: day(10))
        #expect(answer["next_change_at"] == .string(day(40).rfc3339))
    }
}
