package import Entitlements
package import Postgres

/// Returns what `hearth doctor` asks of one tenant.
package struct ExamineTenant: TenantCall {
    package static let function = "examine_tenant"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("as_of", \.asOf)
    ]
    package static let columns = [
        Column("requires_secret", .bool),
        Column("missing_secrets", .textArray),
        Column("refused_since", .timestamptz),
        Column("received_at", .timestamptz),
        Column("refusals", .int8),
        Column("refused_reason", .text),
        Column("last_refused_at", .timestamptz),
        Column("key_state", .text),
        Column("unknown_products", .textArray),
    ]

    package struct Row: Sendable, Equatable {
        /// Whether the tenant file asks for any webhook secret.
        package var requiresSecret: Bool
        /// The mechanisms that the tenant file requires and that have no secret.
        package var missingSecrets: [String]
        /// Since when webhooks fail their authentication; nil: they do not.
        package var refusedSince: Timestamp?
        /// The time of the last webhook; nil: none was ever received.
        package var receivedAt: Timestamp?
        /// The refused webhooks of the last 24 hours; nil: none was refused.
        package var refused: Refused?
        /// `missing`, `refused`, `not_recognised`, `untried` or `recognised`.
        package var keyState: String
        /// Up to ten products that were sold, that the tenant file lacks, and that give nothing.
        package var unknownProducts: [String]

        package init(
            requiresSecret: Bool, missingSecrets: [String], refusedSince: Timestamp?,
            receivedAt: Timestamp?, refused: Refused?, keyState: String,
            unknownProducts: [String]
        ) {
            self.requiresSecret = requiresSecret
            self.missingSecrets = missingSecrets
            self.refusedSince = refusedSince
            self.receivedAt = receivedAt
            self.refused = refused
            self.keyState = keyState
            self.unknownProducts = unknownProducts
        }
    }

    /// Refused webhooks: how many, and the latest one.
    package struct Refused: Sendable, Equatable {
        package let count: Int64
        package let reason: String
        package let lastAt: Timestamp

        package init(count: Int64, reason: String, lastAt: Timestamp) {
            self.count = count
            self.reason = reason
            self.lastAt = lastAt
        }
    }

    /// Nil for now.
    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            requiresSecret: try row.next(),
            missingSecrets: try row.next(),
            refusedSince: try row.nextIfPresent(),
            receivedAt: try row.nextIfPresent(),
            refused: try Refused(&row),
            keyState: try row.next(),
            unknownProducts: try row.next()
        )
    }
}

extension ExamineTenant.Refused {
    fileprivate init?(_ row: inout Cells) throws(PostgresError) {
        let count = try row.nextIfPresent(Int64.self)
        let reason = try row.nextIfPresent(String.self)
        let lastAt = try row.nextIfPresent(Timestamp.self)
        guard let count, let reason, let lastAt else { return nil }
        self.init(count: count, reason: reason, lastAt: lastAt)
    }
}
