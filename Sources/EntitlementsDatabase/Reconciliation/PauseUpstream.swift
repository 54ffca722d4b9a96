package import Entitlements
package import Postgres

/// Stops all servers from asking RevenueCat for a tenant, for `seconds`.
package struct PauseUpstream: TenantCall {
    package static let function = "pause_upstream"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("seconds", \.seconds),
        Parameter("reason", \.reason.rawValue),
        Parameter("sealed_key", \.sealedKey),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("is_paused", .bool)
    ]

    package struct Row: Sendable {
        /// False if another key was set, or the key deleted: the refusal is not about it.
        package let isPaused: Bool
    }

    package let seconds: Int32
    package let reason: UpstreamPause
    /// The sealed key of the request; nil for any.
    package let sealedKey: [UInt8]?
    package let asOf: Timestamp?

    package init(
        seconds: Int32, reason: UpstreamPause, sealedKey: [UInt8]? = nil, asOf: Timestamp? = nil
    ) {
        self.seconds = seconds
        self.reason = reason
        self.sealedKey = sealedKey
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isPaused: try row.next())
    }
}
