import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCat
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Purchases of products that the tenant file lacks are logged")
struct UnknownProductsTests {
    private let start: Timestamp = "2026-11-21T10:00:00Z"
    private let line = "A product was bought that the tenant file lacks: it gives nothing"

    private func tenant() throws -> Tenant {
        Tenant(
            id: TenantID(), slug: "stockpot", signatureHeader: "X",
            webhookCredentials: WebhookCredentials(requiring: []), productIDs: ["known"],
            writesPerMinute: 1, origins: [])
    }

    private func event(
        _ product: String, _ changes: [String: JSONValue] = [:]
    ) throws -> WebhookEvent {
        var event = RevenueCatEvent.initialPurchase(product: product)
            .setting("entitlement_ids", .null).setting("entitlement_id", .null)
        for (name, value) in changes { event = event.setting(name, value) }
        return try WebhookEvent(body: event.body)
    }

    @Test("each product is logged once a minute, with a count of the others")
    func onceAMinute() throws {
        let tenant = try tenant()
        let products = UnknownProducts()
        let log = CapturedLog()
        for (product, seconds) in [
            ("weekly", 0), ("weekly", 1), ("daily", 2), ("weekly", 59), ("weekly", 60),
        ] as [(String, Int64)] {
            products.note(
                try event(product), of: tenant, at: start.advanced(bySeconds: seconds),
                logger: log.logger)
        }
        #expect(
            log.lines == [
                "\(line) events_since_last_line=0 product_id=weekly tenant=stockpot",
                "\(line) events_since_last_line=0 product_id=daily tenant=stockpot",
                "\(line) events_since_last_line=2 product_id=weekly tenant=stockpot",
            ])
    }

    @Test("catalog products, named entitlements, grants and sandbox are not logged")
    func unlogged() throws {
        let tenant = try tenant()
        let products = UnknownProducts()
        let log = CapturedLog()
        for event in [
            try event("known"), try event("known:base"),
            try event("weekly", ["entitlement_ids": ["plus"]]),
            try event("weekly", ["environment": "SANDBOX"]),
            try event("rc_promo_plus_monthly", ["store": "PROMOTIONAL"]),
        ] {
            products.note(event, of: tenant, at: start, logger: log.logger)
        }
        #expect(log.lines.isEmpty)
    }
}
