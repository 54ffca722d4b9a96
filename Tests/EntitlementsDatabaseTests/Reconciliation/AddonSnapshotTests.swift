import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests what readings say of an order with several products: entries with one store id.
@Suite("Add-ons in snapshots")
struct AddonSnapshotTests {
    private let order = AddonOrder()
    private let music = AddonOrder.music
    private let hifi = AddonOrder.hifi
    private let podcasts = AddonOrder.podcasts
    private var day: (Int64) -> Timestamp { AddonOrder.day }

    /// Version 1, or version 2, each listing the base subscription first or last.
    struct Reading: Sendable, CustomTestStringConvertible {
        let isV2: Bool
        let isReversed: Bool
        var testDescription: String { "v\(isV2 ? 2 : 1), \(isReversed ? "reversed" : "in order")" }

        func snapshot(
            at number: Int64, _ entries: (Bool?) -> [TestSnapshot.Purchase]
        ) -> TestSnapshot {
            let entries = entries(isV2 ? true : nil)
            return TestSnapshot(at: AddonOrder.day(number))
                .listing(isReversed ? entries.reversed() : entries)
        }
    }

    private static let readings = [
        Reading(isV2: false, isReversed: false), Reading(isV2: false, isReversed: true),
        Reading(isV2: true, isReversed: false), Reading(isV2: true, isReversed: true),
    ]

    @Test(
        "entries that run at the same time are all kept, before or after the event",
        arguments: readings, 0..<3)
    func both(_ reading: Reading, order number: Int) async throws {
        let tenant = try await AddonOrder.tenant()
        let snapshot = reading.snapshot(at: 10) { givesAccess in
            [music, hifi].map { order.entry($0, givesAccess: givesAccess) }
        }
        if number == 1 { try await tenant.receive(order.initialPurchase()) }
        try await tenant.add(snapshot)
        #expect(try await AddonOrder.active(in: tenant, at: 11) == ["hifi", "plus"])
        if number == 2 { try await tenant.receive(order.initialPurchase()) }
        let again = reading.snapshot(at: 12) { givesAccess in
            [music, hifi].map { order.entry($0, givesAccess: givesAccess) }
        }
        #expect(try await tenant.add(again).isEmpty)
        #expect(try await AddonOrder.active(in: tenant, at: 20) == ["hifi", "plus"])
        try await expectPurchases(2, in: tenant)
    }

    @Test("the next period of both is that of the same purchases", arguments: readings)
    func renewal(_ reading: Reading) async throws {
        for isTold in [true, false] {
            let tenant = try await AddonOrder.tenant()
            if isTold {
                try await tenant.receive(order.initialPurchase())
            } else {
                try await tenant.add(
                    reading.snapshot(at: 1) { givesAccess in
                        [music, hifi].map { order.entry($0, givesAccess: givesAccess) }
                    })
            }
            try await tenant.add(
                reading.snapshot(at: 31) { givesAccess in
                    [music, hifi].map {
                        order.entry($0, days: 30...60, renewal: 0, givesAccess: givesAccess)
                    }
                })
            #expect(try await AddonOrder.active(in: tenant, at: 59) == ["hifi", "plus"])
            try await tenant.receive(order.renewal(), receivedAt: day(32))
            #expect(try await AddonOrder.active(in: tenant, at: 59) == ["hifi", "plus"])
            try await expectPurchases(2, in: tenant)
        }
    }

    @Test("an add-on that is over ends alone, and a new one is added", arguments: readings)
    func oneOver(_ reading: Reading) async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        try await tenant.add(
            reading.snapshot(at: 31) { givesAccess in
                [music, podcasts].map {
                    order.entry($0, days: 30...60, renewal: 0, givesAccess: givesAccess)
                } + [order.entry(hifi, days: 0...30, givesAccess: givesAccess.map { _ in false })]
            })
        #expect(try await AddonOrder.active(in: tenant, at: 40) == ["plus", "podcasts"])
        try await expectPurchases(3, in: tenant)
    }

    @Test("an upgrade, of which one entry is over, stays one purchase", arguments: readings)
    func upgrade(_ reading: Reading) async throws {
        for isTold in [true, false] {
            let tenant = try await AddonOrder.tenant()
            if isTold { try await tenant.receive(order.initialPurchase([music])) }
            try await tenant.add(
                reading.snapshot(at: 12) { givesAccess in
                    [
                        order.entry(
                            music, days: 0...10, givesAccess: givesAccess.map { _ in false }),
                        order.entry(hifi, days: 10...40, givesAccess: givesAccess),
                    ]
                })
            #expect(try await AddonOrder.active(in: tenant, at: 13) == ["hifi"])
            try await expectPurchases(1, in: tenant)
        }
    }

    @Test("a change that is charged ahead follows the running product: one purchase")
    func chargedAhead() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase([music]))
        try await tenant.add(
            TestSnapshot(at: day(29)).listing(
                order.entry(music), order.entry(hifi, days: 30...60, renewal: 0)))
        try await expectPurchases(1, in: tenant)
    }

    @Test("any order of events and readings comes to one end")
    func anyOrder() async throws {
        for seed in 0..<8 {
            let tenant = try await AddonOrder.tenant()
            var generator = SeededGenerator(seed: UInt64(seed))
            let events = [order.initialPurchase(), order.renewal([music, podcasts])]
            let reading = Self.readings[seed % 4]
            let first = reading.snapshot(at: 2) { givesAccess in
                [music, hifi].map { order.entry($0, givesAccess: givesAccess) }
            }
            let second = reading.snapshot(at: 32) { givesAccess in
                [music, podcasts].map {
                    order.entry($0, days: 30...60, renewal: 0, givesAccess: givesAccess)
                } + [order.entry(hifi, givesAccess: givesAccess.map { _ in false })]
            }
            // Readings have an order of their own; events arrive in any.
            var steps = [2, 3]
            for event in 0..<2 {
                steps.insert(event, at: Int.random(in: 0...steps.count, using: &generator))
            }
            for step in steps {
                switch step {
                case 0, 1: try await tenant.receive(events[step], receivedAt: day(33))
                case 2: try await tenant.add(first)
                default: try await tenant.add(second)
                }
            }
            #expect(
                try await AddonOrder.active(in: tenant, at: 10) == ["hifi", "plus"], "\(steps)")
            #expect(
                try await AddonOrder.active(in: tenant, at: 40) == ["plus", "podcasts"], "\(steps)")
            try await expectPurchases(3, in: tenant)
        }
    }

    private func expectPurchases(_ count: Int, in tenant: TestTenant) async throws {
        let person = try #require(try await tenant.person("u_42", at: day(40)))
        let told = (person["subscriptions"]?.array ?? []).compactMap { $0["product_id"]?.string }
        #expect(told.count == count, "\(told)")
        #expect(try await tenant.invariantViolations().isEmpty)
    }
}
