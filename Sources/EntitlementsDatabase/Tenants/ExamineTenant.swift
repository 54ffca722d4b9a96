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
        /// `missing`, `refused`, `not_recognised`, `untried` or `recognised`.
        package var keyState: String
        /// Up to ten products that were sold, that the tenant file lacks, and that give nothing.
        package var unknownProducts: [String]

        package init(
            requiresSecret: Bool, missingSecrets: [String], refusedSince: Timestamp?,
            receivedAt: Timestamp?, keyState: String, unknownProducts: [String]
        ) {
            self.requiresSecret = requiresSecret
            self.missingSecrets = missingSecrets
            self.refusedSince = refusedSince
            self.receivedAt = receivedAt
            self.keyState = keyState
            self.unknownProducts = unknownProducts
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
            keyState: try row.next(),
            unknownProducts: try row.next()
        )
    }
}
