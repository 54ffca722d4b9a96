import Entitlements

/// What an operator should look at.
package enum FindingsView {
    package static let table = PageTable(
        "Findings", empty: "No findings. The tenant file and RevenueCat agree.",
        [
            .cells("What is wrong") { finding in
                finding.word("kind").map { kind in
                    [.text(sentences[kind]?.wrong ?? words(kind)), .code(kind)]
                } ?? []
            },
            .cells("About") { about($0) },
            .number("Count", "count"), .time("First seen", "first_seen_at"),
            .time("Last seen", "last_seen_at"),
            .cells("What to do") { finding in
                guard let kind = finding.word("kind"), let found = sentences[kind] else {
                    return []
                }
                return [.text(found.fix)] + (found.way.map { [.way($0.text, to: $0.page)] } ?? [])
            },
        ])

    /// Purchases that were paid and not delivered.
    package static let undelivered = PageTable(
        "Credits that were paid and not delivered",
        empty: "Every paid credit was delivered, or was never ordered.",
        [
            .time("Bought", "purchased_at"), .link("Person", .person, "app_user_id"),
            .code("Credit", "credit_id"), .number("Left", "remaining"),
            .code("Product", "product_id"), .code("Store", "store"),
            .code("Transaction", "transaction_id"), .text("Order", "reference"),
            .time("Ordered", "ordered_at"),
        ])

    private static func about(_ finding: JSONValue) -> [Cell] {
        if let endpoint = finding.word("endpoint_id") { return [.link(.endpoint, endpoint)] }
        return ["product_id", "entitlement_id", "credit_id", "store", "reason"].compactMap {
            finding.word($0)
        }.map(Cell.code)
    }

    private typealias Sentence = (wrong: String, fix: String, way: (text: String, page: String)?)

    private static let sentences: [String: Sentence] = [
        "product_not_in_catalog": (
            "A product is not in the tenant file, and gives nothing.",
            "Add it to the tenant file, and apply the file.", ("Tenant", "tenant")
        ),
        "entitlement_not_in_catalog": (
            "Purchases name an entitlement that the tenant file lacks.",
            "Add it to the tenant file, and apply the file.", ("Tenant", "tenant")
        ),
        "entitlement_without_purchase": (
            "RevenueCat says an entitlement is active, and lists no purchase.",
            "Compare the customer with RevenueCat's, and report it there.", nil
        ),
        "fair_use_exceeded": (
            "People used a limit above its fair use.",
            "Look for shared accounts among its uses.", nil
        ),
        "project_not_recognised": (
            "RevenueCat's answers contain none of the purchases in its webhooks.",
            "Check that the API key belongs to the same project.", ("Tenant", "tenant")
        ),
        "webhooks_refused": (
            "Webhooks were refused within 24 hours.",
            "Compare the webhook's secret with RevenueCat's.", ("Webhook events", "events")
        ),
        "endpoint_off": (
            "An endpoint was switched off.", "Test it, and switch it on again.",
            ("Endpoints", "endpoints")
        ),
        "purchases_not_transferred": (
            "Transfers left purchases of another store with their source.",
            "Compare both customers with RevenueCat's, or set a key for its API.",
            ("Tenant", "tenant")
        ),
        "credits_not_delivered": (
            "Credits were paid and not delivered.", "Look at the purchases below.", nil
        ),
    ]
}
