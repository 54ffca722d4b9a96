import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("v2's answers")
struct V2Tests {
    private var world = World.empty()
    private let request = PageRequest(path: "/v2/list", origin: "http://127.0.0.1:1")

    private func parsed(_ body: [UInt8]?) throws -> JSONValue {
        try JSONParser.parse(try #require(body))
    }

    private func subscription(_ id: String = "u") throws -> JSONValue {
        let list = try parsed(world.subscriptionsBody(of: id, request))
        return try #require(list["items"]?.array?.last)
    }

    @Test("a read creates no customer")
    func unknown() {
        #expect(world.customerBody("u", request) == nil)
        #expect(world.aliasesBody(of: "u", request) == nil)
        #expect(world.subscriptionsBody(of: "u", request) == nil)
        #expect(world.purchasesBody(of: "u", request) == nil)
        #expect(world.customerCount == 0)
    }

    @Test("a customer has the documented keys, and entitlements by RevenueCat's ids")
    mutating func customer() throws {
        try world.purchase(by: "u", "plus_monthly")
        let customer = try parsed(world.customerBody("u", request))
        #expect(
            Set(customer.object?.members.map(\.name) ?? []) == [
                "active_entitlements", "experiment", "first_seen_at", "id",
                "last_seen_app_version", "last_seen_at", "last_seen_country",
                "last_seen_platform", "last_seen_platform_version", "object", "project_id",
            ])
        let active = try #require(customer["active_entitlements"]?["items"]?.array?.first)
        #expect(active["entitlement_id"]?.string?.prefix(4) == "entl")
        #expect(active["expires_at"] == .milliseconds(World.start.advanced(byDays: 30)))
    }

    @Test("a subscription has the documented keys")
    mutating func keys() throws {
        try world.purchase(by: "u", "plus_monthly")
        let subscription = try subscription()
        #expect(
            Set(subscription.object?.members.map(\.name) ?? []) == [
                "auto_renewal_status", "country", "current_period_ends_at",
                "current_period_starts_at", "customer_id", "ends_at", "entitlements",
                "environment", "gives_access", "id", "management_url", "object",
                "original_customer_id", "ownership", "pending_changes", "pending_payment",
                "presented_offering_id", "product_id", "starts_at", "status", "store",
                "store_subscription_identifier", "total_revenue_in_usd",
            ])
        let entitlement = subscription["entitlements"]?["items"]?.array?.first
        #expect(entitlement?["lookup_key"] == "plus")
        #expect(subscription["total_revenue_in_usd"]?["gross"] == 4.99)
        let productID = try #require(subscription["product_id"]?.string)
        #expect(try parsed(world.productBody(productID))["store_identifier"] == "plus_monthly")
    }

    @Test("statuses follow a subscription's life")
    mutating func statuses() throws {
        func status() throws -> [JSONValue?] {
            let subscription = try subscription()
            return ["status", "auto_renewal_status", "gives_access"].map { subscription[$0] }
        }
        try world.purchase(by: "u", "plus_annual", store: .playStore, offer: .trial)
        #expect(try status() == ["trialing", "will_renew", true])
        world.advance(byDays: 8)
        #expect(try status() == ["active", "will_renew", true])
        try world.pause("u", "plus_annual", forDays: 9)
        #expect(try status() == ["active", "will_pause", true])
        world.advance(byDays: 365)
        #expect(try status() == ["paused", "will_renew", false])
        world.advance(byDays: 9)
        try world.breakPayment(of: "u", "plus_annual")
        world.advance(byDays: 366)
        #expect(try status() == ["in_grace_period", "will_renew", true])
        world.advance(byDays: 16)
        #expect(try status() == ["in_billing_retry", "will_renew", false])
        world.advance(byDays: 60)
        #expect(try status() == ["expired", "will_renew", false])
        try world.purchase(by: "u", "plus_monthly")
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: true)
        #expect(try status() == ["active", "will_change_product", true])
        #expect(
            try subscription()["pending_changes"]?["product"]?["store_identifier"]
                == "plus_annual")
        try world.cancel("u", "plus_monthly")
        #expect(try status() == ["active", "will_not_renew", true])
    }

    @Test("a product change in a trial keeps the subscription, and a paid one begins another")
    mutating func changedTrial() throws {
        try world.purchase(by: "u", "plus_annual", store: .stripe, offer: .trial)
        let trial = try subscription()
        world.advance(byDays: 1)
        try world.changeProduct(of: "u", from: "plus_annual", to: "plus_monthly", isDeferred: false)
        var list = try parsed(world.subscriptionsBody(of: "u", request))["items"]?.array ?? []
        #expect(list.map { $0["id"] } == [trial["id"]])
        #expect(list[0]["status"] == "trialing")
        #expect(list[0]["current_period_ends_at"] == trial["current_period_ends_at"])
        #expect(list[0]["product_id"] != trial["product_id"])
        let bought = try #require(world.takeEvents().first?.text("transaction_id"))
        list =
            try parsed(world.subscriptionsBody(ofTransaction: bought, request))["items"]?.array
            ?? []
        #expect(list.map { $0["product_id"] } == [try subscription()["product_id"]])
        world.advance(byDays: 10)
        try world.changeProduct(of: "u", from: "plus_monthly", to: "plus_annual", isDeferred: false)
        list = try parsed(world.subscriptionsBody(of: "u", request))["items"]?.array ?? []
        #expect(list.count == 2)
        #expect(try subscription()["id"] != trial["id"])
    }

    @Test("a renewal charged ahead has two ends")
    mutating func chargedAhead() throws {
        world = .empty { $0.renewalLeadSeconds = 86_400 }
        try world.purchase(by: "u", "plus_monthly")
        world.advance(to: World.start.advanced(bySeconds: 29 * 86_400 + 60))
        let subscription = try subscription()
        #expect(subscription["auto_renewal_status"] == "has_already_renewed")
        let end = World.start.advanced(byDays: 30)
        #expect(subscription["current_period_ends_at"] == .milliseconds(end))
        #expect(subscription["ends_at"] == .milliseconds(end.advanced(byDays: 30)))
    }

    @Test("a refunded one-time purchase stays listed, as refunded")
    mutating func purchase() throws {
        try world.purchase(by: "u", "plus_lifetime")
        try world.refund("u", "plus_lifetime")
        let list = try parsed(world.purchasesBody(of: "u", request))
        let purchase = try #require(list["items"]?.array?.first)
        #expect(purchase["status"] == "refunded")
        #expect(
            Set(purchase.object?.members.map(\.name) ?? []) == [
                "country", "customer_id", "entitlements", "environment", "id", "object",
                "original_customer_id", "ownership", "presented_offering_id", "product_id",
                "purchased_at", "quantity", "revenue_in_usd", "status", "store",
                "store_purchase_identifier",
            ])
    }

    @Test("the owner of any transaction is found, after a transfer too")
    mutating func search() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.purchase(by: "u", "plus_lifetime")
        world.advance(byDays: 31)
        let transactions = world.takeEvents().compactMap { $0.text("transaction_id") }
        try world.restore(by: "v", purchasesOf: "u")
        for transaction in [transactions[0], transactions[2]] {
            let list = try parsed(world.subscriptionsBody(ofTransaction: transaction, request))
            #expect(list["items"]?.array?.first?["customer_id"] == "v")
            #expect(list["items"]?.array?.first?["original_customer_id"] == "u")
        }
        let list = try parsed(world.purchasesBody(ofTransaction: transactions[1], request))
        #expect(list["items"]?.array?.first?["customer_id"] == "v")
        let none = try parsed(world.purchasesBody(ofTransaction: "none", request))
        #expect(none["items"] == [])
    }

    @Test("pages are linked until the last", arguments: World.PageLinks.allCases)
    mutating func pages(links: World.PageLinks) throws {
        world.settings.pageLinks = links
        let anonymous = "$RCAnonymousID:00000000000000000000000000000001"
        try world.purchase(by: anonymous, "coins_100")
        for id in ["u", "v"] { try world.purchase(by: id, "coins_100") }
        try world.logIn(from: anonymous, to: "w")
        try world.restore(by: "w", purchasesOf: "u")
        var request = PageRequest(path: "/v2/a", origin: "http://h:1", limit: 1)
        let first = try parsed(world.aliasesBody(of: "w", request))
        #expect(first["items"]?.array?.map { $0["id"] } == [.string(anonymous)])
        let cursor = "%24RCAnonymousID%3A00000000000000000000000000000001"
        let origin = links == .absolute ? "http://h:1" : ""
        #expect(
            first["next_page"]?.string == "\(origin)/v2/a?starting_after=\(cursor)&limit=1")
        request.startingAfter = anonymous
        let last = try parsed(world.aliasesBody(of: "w", request))
        #expect(last["items"]?.array?.map { $0["id"] } == ["w"])
        #expect(last["next_page"] == (links == .absolute ? .null : nil))
    }
}
