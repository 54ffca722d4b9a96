package import Entitlements
package import Postgres

/// Records that a tenant's webhook was refused because its authentication failed.
package struct NoteRefusedWebhook: TenantCall {
    package static let function = "note_refused_webhook"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]

    package typealias Row = Void

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }
}
