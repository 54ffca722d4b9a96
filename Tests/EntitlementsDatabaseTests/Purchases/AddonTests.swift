import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests one order with several products, which RevenueCat tells in the `items` of one event.
@Suite("Add-ons in webhooks")
struct AddonTests {
    private let order = AddonOrder()
    private let music = AddonOrder.music
    private let hifi = AddonOrder.hifi
    private let podcasts = AddonOrder.podcasts
    private var day: (Int64) -> Timestamp { AddonOrder.day }
    private var both: [String] { [music, hifi] }

    @Test("a purchase gives what each product gives, and each is a purchase of its own")
    func initialPurchase() async throws {
        let tenant = try await AddonOrder.tenant()
        #expect(try await tenant.receive(order.initialPurchase()).status == "applied")
        #expect(try await AddonOrder.active(in: tenant, at: 10) == ["hifi", "plus"])
        #expect(try await tenant.receive(order.initialPurchase()).status == "duplicate")
        let person = try #require(try await tenant.person("u_42", at: day(10)))
        let told = person["subscriptions"]?.array ?? []
        #expect(told.compactMap { $0["product_id"]?.string }.sorted() == both.sorted())
        #expect(told.allSatisfy { $0["original_transaction_id"] == "GPA.1" })
        #expect(told.allSatisfy { $0["price"]?["usd"] == 2 })
        #expect(try await tenant.invariantViolations().isEmpty)
    }

    @Test("a renewal of both goes on, and the end of the order ends both")
    func goesOn() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        try await tenant.receive(order.renewal())
        #expect(try await AddonOrder.active(in: tenant, at: 59) == ["hifi", "plus"])
        try await tenant.receive(
            order.event(.cancellation(purchasedAt: day(0), at: day(40)), items: both, renewal: 0)
                .setting("purchased_at_ms", .milliseconds(day(30))))
        #expect(
            try await tenant.standing(of: "u_42", "hifi", at: day(59)) == .active("cancelled"))
        #expect(try await AddonOrder.active(in: tenant, at: 60) == [])
    }

    @Test("a renewal without the add-on ends the add-on alone, in any order", arguments: 0..<6)
    func leftOut(number: Int) async throws {
        let tenant = try await AddonOrder.tenant()
        // In grace until day 46, so that the end of the period does not end it.
        let unpaid = order.event(
            .billingIssue(purchasedAt: day(0), graceExpiresAt: day(46), at: day(30)), items: both)
        var events = [order.initialPurchase(), unpaid, order.renewal([music])]
        for place in [number / 2, number % 2] { events.append(events.remove(at: place)) }
        for event in events { try await tenant.receive(event) }
        #expect(try await AddonOrder.active(in: tenant, at: 29) == ["hifi", "plus"])
        #expect(try await AddonOrder.active(in: tenant, at: 31) == ["plus"])
        #expect(try await AddonOrder.active(in: tenant, at: 59) == ["plus"])
        #expect(try await tenant.invariantViolations().isEmpty)
    }

    @Test("an add-on that comes and goes: each renewal lists what runs, in any order")
    func comesAndGoes() async throws {
        let events = [
            order.initialPurchase(),
            order.event(.renewal(purchasedAt: day(30)), items: [music], renewal: 0),
            order.event(.renewal(purchasedAt: day(60)), items: [music, podcasts], renewal: 1),
            order.event(.renewal(purchasedAt: day(90)), items: [music, hifi], renewal: 2),
        ]
        for number in 0..<8 {
            let tenant = try await AddonOrder.tenant()
            var generator = SeededGenerator(seed: UInt64(number))
            for event in (events + events.prefix(2)).shuffled(using: &generator) {
                try await tenant.receive(event)
            }
            for (number, active) in [
                (10, ["hifi", "plus"]), (40, ["plus"]), (70, ["plus", "podcasts"]),
                (100, ["hifi", "plus"]),
            ] as [(Int64, [String])] {
                #expect(try await AddonOrder.active(in: tenant, at: number) == active)
            }
            #expect(try await tenant.invariantViolations().isEmpty)
        }
    }

    @Test("a refund takes all back, and its reversal gives all again")
    func refund() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        try await tenant.receive(order.event(.refund(purchasedAt: day(0), at: day(5)), items: both))
        #expect(try await AddonOrder.active(in: tenant, at: 6) == [])
        try await tenant.receive(
            order.event(.refundReversed(purchasedAt: day(0), at: day(7)), items: both))
        #expect(try await AddonOrder.active(in: tenant, at: 8) == ["hifi", "plus"])
    }

    @Test("an event whose items are the add-on alone is about the add-on alone")
    func addonAlone() async throws {
        for isToldAsProduct in [true, false] {
            let tenant = try await AddonOrder.tenant()
            try await tenant.receive(order.initialPurchase())
            let ended = order.event(
                .expiration(purchasedAt: day(0), expiresAt: day(5), at: day(5)), items: [hifi]
            ).setting("purchased_at_ms", .milliseconds(day(0)))
            try await tenant.receive(
                isToldAsProduct ? ended.setting("product_id", .string(hifi)) : ended)
            #expect(try await AddonOrder.active(in: tenant, at: 6) == ["plus"])
        }
    }

    @Test("a billing issue, its grace and its end are of both")
    func billingIssue() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        try await tenant.receive(
            order.event(
                .billingIssue(purchasedAt: day(0), graceExpiresAt: day(37), at: day(30)),
                items: both))
        for entitlement in ["plus", "hifi"] {
            let standing = try await tenant.standing(of: "u_42", entitlement, at: day(36))
            #expect(standing == .active("billing_issue"))
        }
        #expect(try await AddonOrder.active(in: tenant, at: 38) == [])
    }

    @Test("a change of the base subscription is to come for it alone")
    func productChange() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        let changed = order.event(
            .productChange(
                from: music, to: "studio", purchasedAt: day(0), at: day(9)))
        try await tenant.receive(changed)
        let person = try #require(try await tenant.person("u_42", at: day(10)))
        let pending = (person["subscriptions"]?.array ?? []).map { told in
            [told["product_id"]?.string, told["pending_product_id"]?.string]
        }
        #expect(Set(pending) == [[music, "studio"], [hifi, nil]])
    }

    @Test("a transfer moves both, also if it arrives first")
    func transfer() async throws {
        for isFirst in [true, false] {
            let tenant = try await AddonOrder.tenant()
            let moved = RevenueCatEvent.transfer(from: ["u_42"], to: ["u_7"], at: day(5))
                .store("PLAY_STORE")
            try await tenant.receive(isFirst ? moved : order.initialPurchase())
            try await tenant.receive(isFirst ? order.initialPurchase() : moved)
            #expect(try await AddonOrder.active(in: tenant, at: 6) == [])
            for entitlement in ["plus", "hifi"] {
                let standing = try await tenant.standing(of: "u_7", entitlement, at: day(6))
                #expect(standing == .active("active"))
            }
        }
    }

    @Test("an event about several products has one entry in the timeline")
    func timeline() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        let entries = try await tenant.database.call(
            ListTimeline(
                appUserID: AppUserID("u_42"), withKind: "webhook_event", pageLimit: 10,
                beforeRecordedAt: nil, beforePlace: nil),
            in: tenant.id)
        #expect(entries.count == 1)
    }

    @Test("the past as it was known has both")
    func recall() async throws {
        let tenant = try await AddonOrder.tenant()
        try await tenant.receive(order.initialPurchase())
        let before = try await tenant.moment()
        try await tenant.receive(order.renewal([music]))
        for knownAt in [before, try await tenant.moment()] {
            for entitlement in ["plus", "hifi"] {
                let call = RecallAccess(
                    question: "entitlement", appUserID: AppUserID("u_42"), subjectID: entitlement,
                    environment: "production", asOf: day(20), knownAt: knownAt)
                let answer = try await tenant.database.callOne(call, in: tenant.id).json
                #expect(try JSONParser.parse(answer)["is_active"] == true)
            }
        }
    }
}
