import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

/// Tests the events of RevenueCat's documented flows.
@Suite("A subscription's events")
struct FlowTests {
    private var world = World.empty()

    @Test("a first subscription and its renewals")
    mutating func renewal() throws {
        try world.purchase(by: "u", "plus_monthly")
        world.advance(byDays: 61)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "RENEWAL", "RENEWAL"])
        #expect(events.map(\.occurredAt) == [0, 30, 60].map { World.start.advanced(byDays: $0) })
        #expect(Set(events.map { $0.text("transaction_id") }).count == 3)
        #expect(Set(events.map { $0.text("original_transaction_id") }).count == 1)
        #expect(world.ends(of: "u") == ["plus_monthly": World.start.advanced(byDays: 90)])
    }

    @Test("a trial that converts")
    mutating func trialConversion() throws {
        try world.purchase(by: "u", "plus_annual", offer: .trial)
        world.advance(byDays: 8)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "RENEWAL"])
        #expect(events.map { $0.text("period_type") } == ["TRIAL", "NORMAL"])
        #expect(events[0].fields["price"] == 0.0)
        #expect(events[1].fields["is_trial_conversion"] == true)
    }

    @Test("a cancelled trial, and a later subscription that counts as its conversion")
    mutating func trialCancelled() throws {
        try world.purchase(by: "u", "plus_annual", offer: .trial)
        world.advance(byDays: 1)
        try world.cancel("u", "plus_annual")
        world.advance(byDays: 10)
        #expect(world.takeTypes() == ["INITIAL_PURCHASE", "CANCELLATION", "EXPIRATION"])
        try world.purchase(by: "u", "plus_annual")
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["RENEWAL"])
        #expect(events[0].fields["is_trial_conversion"] == true)
        #expect(throws: Refusal.alreadyPurchased) {
            try world.purchase(by: "u", "plus_annual")
        }
    }

    @Test("Apple's trial that is cancelled too late renews once")
    mutating func trialCancelledLate() throws {
        try world.purchase(by: "u", "plus_annual", offer: .trial)
        #expect(throws: Refusal.notOffered) {
            try world.cancel("u", "plus_annual", isTooLate: true)
        }
        world.advance(to: World.start.advanced(bySeconds: 6 * 86_400 + 1))
        try world.cancel("u", "plus_annual", isTooLate: true)
        world.advance(byDays: 800)
        #expect(
            world.takeTypes() == ["INITIAL_PURCHASE", "CANCELLATION", "RENEWAL", "EXPIRATION"])
    }

    @Test("a cancellation, and a lapse at the end of the period")
    mutating func lapse() throws {
        try world.purchase(by: "u", "plus_monthly")
        world.advance(byDays: 1)
        try world.cancel("u", "plus_monthly")
        #expect(world.has("plus_monthly", "u"))
        world.advance(byDays: 40)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "CANCELLATION", "EXPIRATION"])
        #expect(events[1].text("cancel_reason") == "UNSUBSCRIBE")
        #expect(events[2].text("expiration_reason") == "UNSUBSCRIBE")
        #expect(events[2].time("expiration_at_ms") == World.start.advanced(byDays: 30))
        #expect(world.ends(of: "u").isEmpty)
    }

    @Test("a cancellation that is taken back")
    mutating func changeOfMind() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.cancel("u", "plus_monthly")
        try world.uncancel("u", "plus_monthly")
        world.advance(byDays: 31)
        #expect(
            world.takeTypes() == ["INITIAL_PURCHASE", "CANCELLATION", "UNCANCELLATION", "RENEWAL"])
    }

    @Test("a purchase after a lapse continues Apple's chain, and starts a new one at Play")
    mutating func resubscription() throws {
        for store in [World.Store.appStore, .playStore] {
            let id = "u_\(store)"
            try world.purchase(by: id, "plus_monthly", store: store)
            try world.cancel(id, "plus_monthly")
            world.advance(byDays: 31)
            let before = world.takeEvents()
            try world.purchase(by: id, "plus_monthly", store: store)
            let event = try #require(world.takeEvents().first)
            #expect(["RENEWAL", "INITIAL_PURCHASE"].contains(event.type))
            let isSameChain =
                event.text("original_transaction_id") == before[0].text("original_transaction_id")
            #expect(isSameChain == (store == .appStore))
            try world.cancel(id, "plus_monthly")
        }
    }

    @Test("a billing issue without grace ends the subscription at once")
    mutating func billingIssueWithoutGrace() throws {
        try world.purchase(by: "u", "plus_weekly")
        try world.breakPayment(of: "u", "plus_weekly")
        world.advance(byDays: 7)
        let events = world.takeEvents().dropFirst()
        #expect(events.map(\.type) == ["BILLING_ISSUE", "CANCELLATION", "EXPIRATION"])
        #expect(Set(events.map(\.occurredAt)).count == 1)
        #expect(events.first?.fields["grace_period_expiration_at_ms"] == .null)
        #expect(events.last?.text("expiration_reason") == "BILLING_ERROR")
        #expect(world.ends(of: "u").isEmpty)
    }

    @Test("a billing issue paid in grace loses no day")
    mutating func billingIssuePaid() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.breakPayment(of: "u", "plus_monthly")
        world.advance(byDays: 35)
        let events = world.takeEvents().dropFirst()
        #expect(events.map(\.type) == ["BILLING_ISSUE", "CANCELLATION"])
        let graceEnd = World.start.advanced(byDays: 46)
        #expect(events.first?.time("grace_period_expiration_at_ms") == graceEnd)
        #expect(events.first?.time("expiration_at_ms") == World.start.advanced(byDays: 30))
        #expect(world.ends(of: "u") == ["plus_monthly": graceEnd])
        try world.mendPayment(of: "u", "plus_monthly")
        #expect(world.takeTypes() == ["RENEWAL"])
        #expect(world.ends(of: "u") == ["plus_monthly": World.start.advanced(byDays: 60)])
    }

    @Test("a billing issue paid weeks after grace starts a new period")
    mutating func billingIssueUnpaid() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.breakPayment(of: "u", "plus_monthly")
        world.advance(byDays: 50)
        let events = world.takeEvents().dropFirst()
        #expect(events.map(\.type) == ["BILLING_ISSUE", "CANCELLATION", "EXPIRATION"])
        #expect(events.last?.occurredAt == World.start.advanced(byDays: 46))
        #expect(world.ends(of: "u").isEmpty)
        try world.mendPayment(of: "u", "plus_monthly")
        #expect(world.takeTypes() == ["RENEWAL"])
        #expect(world.ends(of: "u") == ["plus_monthly": World.start.advanced(byDays: 80)])
    }

    @Test("a store stops charging after sixty days")
    mutating func retryEnds() throws {
        try world.purchase(by: "u", "plus_weekly")
        try world.breakPayment(of: "u", "plus_weekly")
        world.advance(byDays: 68)
        #expect(throws: Refusal.noSuchPurchase) {
            try world.mendPayment(of: "u", "plus_weekly")
        }
    }

    @Test("a pause starts at the period's end, and ends by itself")
    mutating func pause() throws {
        try world.purchase(by: "u", "plus_monthly", store: .playStore)
        try world.pause("u", "plus_monthly", forDays: 30)
        #expect(world.has("plus_monthly", "u"))
        world.advance(byDays: 31)
        #expect(world.ends(of: "u").isEmpty)
        world.advance(byDays: 30)
        let events = world.takeEvents()
        #expect(
            events.map(\.type) == [
                "INITIAL_PURCHASE", "SUBSCRIPTION_PAUSED", "EXPIRATION", "RENEWAL",
            ])
        #expect(events[1].time("auto_resume_at_ms") == World.start.advanced(byDays: 60))
        #expect(events[2].text("expiration_reason") == "SUBSCRIPTION_PAUSED")
        #expect(world.ends(of: "u") == ["plus_monthly": World.start.advanced(byDays: 90)])
    }

    @Test("a pause ends early, or is cancelled")
    mutating func resume() throws {
        try world.purchase(by: "u", "plus_monthly", store: .playStore)
        try world.pause("u", "plus_monthly", forDays: 30)
        try world.resume("u", "plus_monthly")
        world.advance(byDays: 31)
        #expect(world.takeTypes().last == "RENEWAL")
        try world.pause("u", "plus_monthly", forDays: 30)
        world.advance(byDays: 31)
        try world.resume("u", "plus_monthly")
        #expect(world.takeTypes() == ["SUBSCRIPTION_PAUSED", "EXPIRATION", "RENEWAL"])
        #expect(world.has("plus_monthly", "u"))
    }

    @Test("an extension moves the end")
    mutating func extending() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.extend("u", "plus_monthly", byDays: 5)
        let event = try #require(world.takeEvents().last)
        #expect(event.type == "SUBSCRIPTION_EXTENDED")
        #expect(event.time("expiration_at_ms") == World.start.advanced(byDays: 35))
        world.advance(byDays: 34)
        #expect(world.takeTypes().isEmpty)
        world.advance(byDays: 1)
        #expect(world.takeTypes() == ["RENEWAL"])
    }

    @Test("a renewal can be charged before its period")
    mutating func chargedAhead() throws {
        world = .empty { $0.renewalLeadSeconds = 8 * 3_600 }
        try world.purchase(by: "u", "plus_monthly")
        world.advance(byDays: 30)
        let event = try #require(world.takeEvents().last)
        #expect(event.type == "RENEWAL")
        #expect(event.occurredAt == World.start.advanced(bySeconds: 30 * 86_400 - 8 * 3_600))
        #expect(event.time("purchased_at_ms") == World.start.advanced(byDays: 30))
    }
}
