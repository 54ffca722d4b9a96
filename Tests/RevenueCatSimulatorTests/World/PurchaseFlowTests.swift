import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("Refunds, product changes and grants")
struct PurchaseFlowTests {
    private var world = World.empty()

    @Test(
        "a refund ends access now; Apple's renewal stays on, Play's does not",
        arguments: [World.Store.appStore, .playStore])
    mutating func refund(store: World.Store) throws {
        try world.purchase(by: "u", "plus_monthly", store: store)
        world.advance(byDays: 3)
        try world.refund("u", "plus_monthly")
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "CANCELLATION"])
        #expect(events[1].text("cancel_reason") == "CUSTOMER_SUPPORT")
        #expect(events[1].fields["price"] == -4.99)
        #expect(events[1].time("expiration_at_ms") == world.present)
        #expect(events[1].text("transaction_id") == events[0].text("transaction_id"))
        #expect(world.ends(of: "u").isEmpty)
        world.advance(byDays: 28)
        #expect(world.takeTypes() == (store == .appStore ? ["RENEWAL"] : []))
        #expect(world.has("plus_monthly", "u") == (store == .appStore))
    }

    @Test("a refund of an earlier period sends no event and changes nothing")
    mutating func earlierRefund() throws {
        try world.purchase(by: "u", "plus_monthly")
        #expect(throws: Refusal.noSuchPurchase) { try world.refund("u", "plus_monthly", .earlier) }
        world.advance(byDays: 31)
        _ = world.takeEvents()
        try world.refund("u", "plus_monthly", .earlier)
        #expect(world.takeTypes().isEmpty)
        #expect(world.has("plus_monthly", "u"))
    }

    @Test("a refund that is reversed")
    mutating func reversal() throws {
        try world.purchase(by: "u", "plus_monthly")
        world.advance(byDays: 3)
        try world.refund("u", "plus_monthly")
        world.advance(byDays: 3)
        try world.reverseRefund("u", "plus_monthly")
        #expect(world.takeTypes() == ["INITIAL_PURCHASE", "CANCELLATION", "REFUND_REVERSED"])
        #expect(world.ends(of: "u") == ["plus_monthly": World.start.advanced(byDays: 30)])
    }

    @Test(
        "an immediate product change",
        arguments: [
            (World.Store.appStore, "RENEWAL"), (.stripe, "RENEWAL"),
            (.playStore, "INITIAL_PURCHASE"),
        ])
    mutating func immediateChange(store: World.Store, type: String) throws {
        try world.purchase(by: "u", "plus_monthly", store: store)
        world.advance(byDays: 10)
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: false)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "PRODUCT_CHANGE", type])
        #expect(events[1].text("product_id") == "plus_monthly")
        #expect(events[1].text("new_product_id") == (store == .appStore ? "plus_annual" : nil))
        #expect(events[2].text("product_id") == "plus_annual")
        #expect(world.ends(of: "u") == ["plus_annual": World.start.advanced(byDays: 375)])
    }

    @Test(
        "a trial that is changed at once goes on under the new product",
        arguments: [
            (World.Store.appStore, "RENEWAL"), (.stripe, "RENEWAL"),
            (.playStore, "INITIAL_PURCHASE"),
        ])
    mutating func changeInTrial(store: World.Store, type: String) throws {
        try world.purchase(by: "u", "plus_annual", store: store, offer: .trial)
        world.advance(byDays: 2)
        try world.changeProduct(of: "u", from: "plus_annual", to: "plus_monthly", isDeferred: false)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["INITIAL_PURCHASE", "PRODUCT_CHANGE", type])
        #expect(events[2].text("product_id") == "plus_monthly")
        #expect(events[2].text("period_type") == "TRIAL")
        #expect(events[2].fields["price"] == 0.0)
        #expect(events[2].fields["is_trial_conversion"] == (type == "RENEWAL" ? false : nil))
        let end = World.start.advanced(byDays: 7)
        #expect(world.ends(of: "u") == ["plus_monthly": end])

        world.advance(byDays: 6)
        let renewal = try #require(world.takeEvents().first)
        #expect(renewal.type == "RENEWAL")
        #expect(renewal.fields["is_trial_conversion"] == true)
        #expect(world.ends(of: "u") == ["plus_monthly": end.advanced(byDays: 30)])
    }

    @Test("a change at the end of a trial converts it")
    mutating func deferredChangeInTrial() throws {
        try world.purchase(by: "u", "plus_annual", offer: .trial)
        try world.changeProduct(of: "u", from: "plus_annual", to: "plus_monthly", isDeferred: true)
        let end = World.start.advanced(byDays: 7)
        #expect(world.ends(of: "u") == ["plus_annual": end])
        world.advance(byDays: 8)
        let renewal = try #require(world.takeEvents().last)
        #expect(renewal.type == "RENEWAL")
        #expect(renewal.text("product_id") == "plus_monthly")
        #expect(renewal.text("period_type") == "NORMAL")
        #expect(renewal.fields["is_trial_conversion"] == true)
        #expect(world.ends(of: "u") == ["plus_monthly": end.advanced(byDays: 30)])
    }

    @Test("a product change at the next renewal, and one that is taken back")
    mutating func deferredChange() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: true)
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_monthly", isDeferred: true)
        world.advance(byDays: 31)
        #expect(world.takeTypes() == ["INITIAL_PURCHASE", "PRODUCT_CHANGE", "RENEWAL"])
        #expect(world.has("plus_monthly", "u"))
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: true)
        world.advance(byDays: 30)
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["PRODUCT_CHANGE", "RENEWAL"])
        #expect(events[1].text("product_id") == "plus_annual")
        #expect(world.ends(of: "u") == ["plus_annual": World.start.advanced(byDays: 425)])
    }

    @Test("Apple refuses a product beside the one that a subscription was changed to")
    mutating func oneOfGroup() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: false)
        var refused = world
        #expect(throws: Refusal.alreadyPurchased) { try refused.purchase(by: "u", "plus_monthly") }
        try world.cancel("u", "plus_annual")
        world.advance(byDays: 366)
        try world.purchase(by: "u", "plus_monthly")
        #expect(world.ends(of: "u").count == 1)
        let chains = Set(world.takeEvents().map { $0.text("original_transaction_id") })
        #expect(chains.count == 1)
    }

    @Test("a one-time purchase lasts until it is refunded")
    mutating func oneTime() throws {
        try world.purchase(by: "u", "plus_lifetime")
        #expect(throws: Refusal.alreadyPurchased) { try world.purchase(by: "u", "plus_lifetime") }
        #expect(world.ends(of: "u") == ["plus_lifetime": nil])
        try world.refund("u", "plus_lifetime")
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["NON_RENEWING_PURCHASE", "CANCELLATION"])
        #expect(events[0].fields["expiration_at_ms"] == .null)
        #expect(world.ends(of: "u").isEmpty)
    }

    @Test("a consumable can be bought again, and gives no access")
    mutating func consumable() throws {
        try world.purchase(by: "u", "coins_100")
        try world.purchase(by: "u", "coins_100")
        let events = world.takeEvents()
        #expect(events.map(\.type) == ["NON_RENEWING_PURCHASE", "NON_RENEWING_PURCHASE"])
        #expect(events[0].fields["entitlement_ids"] == .null)
        #expect(world.ends(of: "u").isEmpty)
    }

    @Test("a grant expires, is revoked, or lasts for ever")
    mutating func grants() throws {
        try world.grant("u", "plus", forDays: 7)
        #expect(throws: Refusal.alreadyPurchased) { try world.grant("u", "plus", forDays: 9) }
        #expect(throws: Refusal.unknownEntitlement) { try world.grant("u", "gold", forDays: 9) }
        world.advance(byDays: 8)
        try world.grant("u", "plus", forDays: nil)
        #expect(world.truth(of: "u").map(\.isGrant) == [true])
        try world.revokeGrant("u", "plus")
        let events = world.takeEvents()
        #expect(
            events.map(\.type) == [
                "NON_RENEWING_PURCHASE", "EXPIRATION", "NON_RENEWING_PURCHASE", "CANCELLATION",
            ])
        #expect(events[0].text("store") == "PROMOTIONAL")
        #expect(events[0].text("period_type") == "PROMOTIONAL")
        #expect(events[0].fields["app_id"] == nil)
        #expect(world.ends(of: "u").isEmpty)
    }

    @Test("a family share lasts as the purchase, until the member leaves")
    mutating func family() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.shareWithFamily("u", "plus_monthly", member: "m")
        world.advance(byDays: 31)
        let events = world.takeEvents()
        #expect(
            events.map(\.type) == ["INITIAL_PURCHASE", "INITIAL_PURCHASE", "RENEWAL", "RENEWAL"])
        #expect(events.map { $0.text("app_user_id") } == ["u", "m", "u", "m"])
        #expect(events.map { $0.fields["is_family_share"] } == [false, true, false, true])
        #expect(world.truth(of: "m").map(\.isFamilyShare) == [true])
        try world.leaveFamily("m", "plus_monthly")
        #expect(world.ends(of: "m").isEmpty)
        #expect(world.has("plus_monthly", "u"))
        world.advance(byDays: 31)
        #expect(world.takeTypes() == ["EXPIRATION", "RENEWAL"])
    }

    @Test("a refund ends the family's access")
    mutating func familyRefund() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.shareWithFamily("u", "plus_monthly", member: "m")
        try world.refund("u", "plus_monthly")
        #expect(world.ends(of: "m").isEmpty)
        #expect(world.takeTypes().suffix(2) == ["CANCELLATION", "CANCELLATION"])
    }

    @Test("a store outage is followed by a purchase, none, or silence")
    mutating func outage() throws {
        for (id, isValid) in [("u", true), ("v", false), ("w", Bool?.none)] {
            try world.purchaseInOutage(by: id, "plus_monthly")
            #expect(world.ends(of: id) == ["plus_monthly": world.present.advanced(byDays: 1)])
            if let isValid {
                try world.settleOutage(of: id, "plus_monthly", isValid: isValid)
            }
            world.advance(byDays: 2)
            let end = isValid == true ? "INITIAL_PURCHASE" : "EXPIRATION"
            #expect(world.takeTypes() == ["TEMPORARY_ENTITLEMENT_GRANT", end])
            #expect(world.has("plus_monthly", id) == (isValid == true))
        }
    }

    @Test("an invoice and its payment")
    mutating func invoice() throws {
        try world.issueInvoice(to: "u", "plus_monthly")
        #expect(world.ends(of: "u").isEmpty)
        try world.purchase(by: "u", "plus_monthly", store: .webBilling)
        #expect(world.takeTypes() == ["INVOICE_ISSUANCE", "INITIAL_PURCHASE"])
    }

    @Test("a sandbox purchase gives no production access")
    mutating func sandbox() throws {
        try world.purchase(by: "u", "plus_monthly", environment: .sandbox)
        try world.purchase(by: "v", "plus_monthly", store: .testStore)
        #expect(world.takeEvents().map { $0.text("environment") } == ["SANDBOX", "SANDBOX"])
        #expect(world.ends(of: "u").isEmpty && world.ends(of: "v").isEmpty)
        #expect(world.truth(of: "v", environment: .sandbox).count == 1)
    }
}
