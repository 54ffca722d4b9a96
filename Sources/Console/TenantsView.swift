package import Entitlements

/// The tenants of the installation, each with what is wrong.
package enum TenantsView {
    /// A tenant as the template `tenants` reads it.
    ///
    /// - Parameters:
    ///   - slug: The tenant's slug.
    ///   - webhooks: The answer of `getWebhookStatus`; null, as of each, if it cannot be read.
    ///   - findings: The answer of `listFindings`.
    ///   - endpoints: The answer of `listEndpoints`.
    ///   - now: The moment that relative times start from.
    /// - Returns: The row.
    package static func row(
        _ slug: String, webhooks: JSONValue, findings: JSONValue, endpoints: JSONValue,
        now: Timestamp
    ) -> JSONValue {
        let found = findings["data"]?.array?.count
        let failing = endpoints["data"]?.array?.count { endpoint in
            endpoint.integer("failing") > 0 || endpoint.word("state") == "off"
        }
        return .members([
            "slug": .string(slug),
            "received": Moment.shown(webhooks["last_received_at"], now: now),
            "counts": .array([
                count(
                    webhooks.isNull ? nil : webhooks.integer("failed"), of: "events?status=failed",
                    .bad),
                count(
                    found.map(Int64.init), of: "findings", .warn,
                    hasMore: findings.word("next_cursor") != nil),
                count(failing.map(Int64.init), of: "endpoints", .bad),
            ]),
        ])
    }

    /// A number that is nil cannot be read now.
    private static func count(
        _ number: Int64?, of page: String, _ tone: Cell.Tone, hasMore: Bool = false
    ) -> JSONValue {
        .members([
            "count": .string(number.map { Number.text($0) + (hasMore ? "+" : "") } ?? "?"),
            "page": .string(page),
            "tone": .string((number ?? 0 == 0 ? Cell.Tone.dim : tone).rawValue),
        ])
    }
}
