import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A refund that names the purchase date and the transaction of a former period comes late, again,
/// or in another order.
@Suite("The refund of a former period takes nothing of what was paid after it")
struct FormerRefundTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// A subscription whose second period runs.
    private let first = RevenueCatEvent.initialPurchase(originalTransactionID: "1")
    private let second = RevenueCatEvent.renewal(originalTransactionID: "1")

    /// A refund of the first period, made in the second.
    private var refund: RevenueCatEvent { .refund(at: day(32), originalTransactionID: "1") }

    /// Expects the standing on day 40 after each order of the events, each order of its own person.
    private func expect(
        _ standing: TestTenant.Standing, after events: [RevenueCatEvent]
    ) async throws {
        let tenant = try await TestTenant.create()
        for (number, order) in Permutations(of: events).enumerated() {
            for event in order + [order[0]] {
                let row = try await tenant.receive(
                    event.of("u_\(number)"), receivedAt: day(60))
                #expect(row.failure == nil)
            }
            let found = try await tenant.standing(of: "u_\(number)", at: day(40))
            #expect(found == standing, "\(order)")
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("by date and transaction, in any order of arrival")
    func former() async throws {
        try await expect(.active("active"), after: [first, second, refund])
        try await expect(
            .active("active"),
            after: [first, second, refund, refund.occurring(at: day(35)).id("again")])
    }

    @Test("by its date alone, and by its transaction alone")
    func either() async throws {
        let dated = [first, second, refund].map { $0.transaction(nil, original: "1") }
        try await expect(.active("active"), after: dated)
        try await expect(
            .active("active"), after: [first, second, refund.removing("purchased_at_ms")])
    }

    @Test("by its date, where the store has one transaction for the whole chain")
    func oneTransaction() async throws {
        let events = [first, second, refund].map {
            $0.transaction("sub_1", original: "sub_1").store("STRIPE")
        }
        try await expect(.active("active"), after: events)
    }

    @Test("the refund of the running period ends it, however it is named")
    func running() async throws {
        let other = RevenueCatEvent.refund(
            purchasedAt: day(30), at: day(32), originalTransactionID: "1")
        try await expect(.inactive("refunded"), after: [first, second, other])
        try await expect(
            .inactive("refunded"), after: [first, second, other.removing("purchased_at_ms")])
        try await expect(
            .inactive("refunded"),
            after: [first, second, other.transaction(nil, original: "1")])
        // RevenueCat's date may be that of the first purchase; the transaction is the running one.
        let transaction = second.fields["transaction_id"]?.string
        try await expect(
            .inactive("refunded"),
            after: [first, second, refund.transaction(transaction, original: "1")])
    }

    @Test("a reversal of a former refund does not take back the refund of the running period")
    func reversal() async throws {
        let other = RevenueCatEvent.refund(
            purchasedAt: day(30), at: day(33), originalTransactionID: "1")
        let reversed = RevenueCatEvent.refundReversed(at: day(34), originalTransactionID: "1")
        try await expect(.inactive("refunded"), after: [second, refund, other, reversed])
        let own = RevenueCatEvent.refundReversed(
            purchasedAt: day(30), at: day(35), originalTransactionID: "1")
        try await expect(.active("active"), after: [second, other, own])
    }

    @Test("a former refund does not change what an unlisted product gives")
    func entitlements() async throws {
        let tenant = try await TestTenant.create()
        func of(_ event: RevenueCatEvent, _ ids: [String]) -> RevenueCatEvent {
            event.setting("product_id", "unlisted").entitlements(ids)
        }
        try await tenant.receive(of(first, ["other"]))
        try await tenant.receive(of(second, ["plus"]))
        try await tenant.receive(of(refund, ["other"]))
        #expect(try await tenant.standing(of: "u_42", at: day(40)) == .active("active"))
    }

    @Test("a refund that a reading dates before the period is of a former one")
    func reading() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(second)
        try await tenant.add(
            TestSnapshot(at: day(35)).listing(.like(second).at("refunded_at", day(20))))
        #expect(try await tenant.standing(of: "u_42", at: day(40)) == .active("active"))
        try await tenant.add(
            TestSnapshot(at: day(36)).listing(.like(second).at("refunded_at", day(31))))
        #expect(try await tenant.standing(of: "u_42", at: day(40)) == .inactive("refunded"))
    }
}

extension RevenueCatEvent {
    /// The same event of another person, whose transactions are others.
    fileprivate func of(_ person: String) -> RevenueCatEvent {
        var event = setting("app_user_id", .string(person)).aliases([person], original: person)
        for name in ["transaction_id", "original_transaction_id", "id"] {
            guard let text = fields[name]?.string, name != "id" || id == text else { continue }
            event.fields[name] = .string("\(person) \(text)")
        }
        return event
    }
}

/// All orders of a few elements.
private struct Permutations<Element>: Sequence, IteratorProtocol {
    private var left: [[Element]]

    init(of elements: [Element]) {
        left = elements.isEmpty ? [[]] : []
        for index in elements.indices {
            var others = elements
            let one = others.remove(at: index)
            left += Permutations(of: others).map { [one] + $0 }
        }
    }

    mutating func next() -> [Element]? { left.popLast() }
}
