package import Entitlements
package import Postgres

/// Records that webhooks of a tenant were refused, and why the latest.
package struct NoteRefusedWebhook: TenantCall {
    package static let function = "note_refused_webhook"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("reason", \.reason),
        Parameter("refusals", \.refusals),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    /// A word: `authorization_wrong`.
    package let reason: String
    /// How many since the last call.
    package let refusals: Int64
    package let asOf: Timestamp?

    package init(reason: String, refusals: Int64, asOf: Timestamp? = nil) {
        self.reason = reason
        self.refusals = refusals
        self.asOf = asOf
    }
}
