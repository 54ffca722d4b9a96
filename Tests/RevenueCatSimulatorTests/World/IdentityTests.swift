import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("Logging in")
struct IdentityTests {
    private var world = World.empty()
    private let anonymous = "$RCAnonymousID:00000000000000000000000000000001"
    private let another = "$RCAnonymousID:00000000000000000000000000000002"

    @Test("an anonymous customer gains a new id, without an event")
    mutating func newIdentity() throws {
        try world.purchase(by: anonymous, "plus_monthly")
        try world.logIn(from: anonymous, to: "u")
        #expect(world.takeTypes() == ["INITIAL_PURCHASE"])
        #expect(world.customerCount == 1)
        #expect(world.has("plus_monthly", "u") && world.has("plus_monthly", anonymous))
        world.advance(byDays: 31)
        let event = try #require(world.takeEvents().first)
        #expect(event.text("app_user_id") == "u")
        #expect(event.text("original_app_user_id") == anonymous)
        #expect(event.fields["aliases"] == [.string(anonymous), "u"])
    }

    @Test("an anonymous customer merges with a known one without an anonymous alias")
    mutating func knownIdentity() throws {
        try world.see("u")
        try world.purchase(by: anonymous, "plus_monthly")
        try world.logIn(from: anonymous, to: "u")
        #expect(world.customerCount == 1)
        #expect(world.has("plus_monthly", "u"))
    }

    @Test("a known customer with an anonymous alias takes no other; an orphan remains")
    mutating func orphan() throws {
        try world.logIn(from: anonymous, to: "u")
        try world.purchase(by: another, "plus_monthly")
        try world.logIn(from: another, to: "u")
        #expect(world.customerCount == 2)
        #expect(!world.has("plus_monthly", "u") && world.has("plus_monthly", another))
        try world.restore(by: "u", purchasesOf: another)
        #expect(world.customerCount == 1)
        #expect(world.has("plus_monthly", "u"))
    }

    @Test("an identified customer only switches")
    mutating func switching() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.logIn(from: "u", to: "v")
        #expect(world.customerCount == 2)
        #expect(!world.has("plus_monthly", "v"))
    }

    @Test("old projects send an event for merged ids")
    mutating func aliasEvent() throws {
        world = .empty { $0.sendsSubscriberAlias = true }
        try world.logIn(from: anonymous, to: "u")
        let event = try #require(world.takeEvents().first)
        #expect(event.type == "SUBSCRIBER_ALIAS")
        #expect(event.fields["aliases"] == [.string(anonymous), "u"])
    }

    @Test(
        "invalid ids are refused",
        arguments: ["", "null", "undefined", "a/b", "[object Object]", "0", "guest"])
    mutating func refusedIDs(id: String) {
        #expect(throws: Refusal.invalidAppUserID) { try world.see(id) }
    }

    @Test("ids are compared by bytes")
    mutating func bytes() throws {
        try world.see("é")
        try world.see("e\u{301}")
        try world.see("U")
        try world.see("u")
        #expect(world.customerCount == 4)
    }
}

@Suite("Restoring purchases")
struct RestoreTests {
    private let anonymous = "$RCAnonymousID:00000000000000000000000000000001"

    @Test(
        "an anonymous owner merges with the requester, in every setting",
        arguments: World.RestoreBehavior.allCases)
    func anonymousOwner(behavior: World.RestoreBehavior) throws {
        var world = World.empty { $0.restoreBehavior = behavior }
        try world.purchase(by: anonymous, "plus_monthly")
        try world.restore(by: "u", purchasesOf: anonymous)
        #expect(world.takeTypes() == ["INITIAL_PURCHASE"])
        #expect(world.customerCount == 1)
        #expect(world.has("plus_monthly", "u"))
    }

    @Test("transfer: purchases of identified owners move, even to an anonymous one")
    func transfer() throws {
        var world = World.empty()
        try world.logIn(from: anonymous, to: "u")
        try world.purchase(by: "u", "plus_monthly")
        try world.purchase(by: "u", "plus_lifetime")
        try world.grant("u", "pro", forDays: 30)
        let another = world.newAnonymousID()
        try world.restore(by: another, purchasesOf: "u")
        let event = try #require(world.takeEvents().last)
        #expect(event.type == "TRANSFER")
        #expect(event.fields["transferred_from"] == [.string(anonymous), "u"])
        #expect(event.fields["transferred_to"] == [.string(another)])
        #expect(event.fields["app_user_id"] == nil)
        #expect(world.truth(of: another).map(\.productID) == ["plus_lifetime", "plus_monthly"])
        #expect(world.truth(of: "u").map(\.isGrant) == [true])
        world.advance(byDays: 31)
        #expect(world.takeEvents().first?.text("app_user_id") == another)
    }

    @Test("transfer if no active subscriptions: only an inactive one moves")
    func transferIfInactive() throws {
        var world = World.empty { $0.restoreBehavior = .transferIfNoActiveSubscriptions }
        try world.purchase(by: "u", "plus_monthly")
        try world.purchase(by: "u", "plus_lifetime")
        #expect(throws: Refusal.receiptInUse) { try world.restore(by: "v", purchasesOf: "u") }
        #expect(world.customerCount == 1, "a refusal changes nothing")
        try world.cancel("u", "plus_monthly")
        world.advance(byDays: 31)
        _ = world.takeEvents()
        try world.restore(by: "v", purchasesOf: "u")
        #expect(world.takeTypes() == ["TRANSFER"])
        #expect(world.has("plus_lifetime", "v") && !world.has("plus_lifetime", "u"))
    }

    @Test("transfer if no active subscriptions: one that cannot be charged moves")
    func billingRetryIsInactive() throws {
        var world = World.empty { $0.restoreBehavior = .transferIfNoActiveSubscriptions }
        try world.purchase(by: "u", "plus_weekly")
        try world.breakPayment(of: "u", "plus_weekly")
        world.advance(byDays: 8)
        try world.restore(by: "v", purchasesOf: "u")
        #expect(world.takeTypes().last == "TRANSFER")
    }

    @Test("keep with original: a restore is refused, except from the dashboard")
    func keep() throws {
        var world = World.empty { $0.restoreBehavior = .keepWithOriginal }
        try world.purchase(by: "u", "plus_monthly")
        #expect(throws: Refusal.receiptInUse) { try world.restore(by: "v", purchasesOf: "u") }
        #expect(throws: Refusal.receiptInUse) {
            try world.purchase(by: "v", "plus_lifetime", onReceiptOf: "u")
        }
        #expect(Refusal.receiptInUse.code == 7102)
        try world.see("v")
        try world.transfer(from: "u", to: "v")
        #expect(world.takeTypes() == ["INITIAL_PURCHASE", "TRANSFER"])
        #expect(world.has("plus_monthly", "v"))
    }

    @Test("share: a restore merges the two, and a purchase is refused")
    func share() throws {
        var world = World.empty { $0.restoreBehavior = .share }
        try world.purchase(by: "u", "plus_monthly")
        #expect(throws: Refusal.receiptInUse) {
            try world.purchase(by: "v", "plus_lifetime", onReceiptOf: "u")
        }
        try world.restore(by: "v", purchasesOf: "u")
        #expect(world.takeTypes() == ["INITIAL_PURCHASE"])
        #expect(world.customerCount == 1)
        #expect(world.has("plus_monthly", "u") && world.has("plus_monthly", "v"))
    }

    @Test("a purchase on another customer's receipt brings its other purchases along")
    func purchaseTransfers() throws {
        var world = World.empty()
        try world.purchase(by: "u", "plus_monthly")
        try world.purchase(by: "v", "plus_lifetime", onReceiptOf: "u")
        #expect(
            world.takeTypes() == ["INITIAL_PURCHASE", "TRANSFER", "NON_RENEWING_PURCHASE"])
        #expect(world.ends(of: "u").isEmpty)
        #expect(world.ends(of: "v").count == 2)
    }
}
