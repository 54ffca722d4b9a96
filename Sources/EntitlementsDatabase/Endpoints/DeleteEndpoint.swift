package import Entitlements
package import FoundationEssentials
package import Postgres

/// Deletes an endpoint with the log of its deliveries.
///
/// Fails with `endpoint_not_found`.
package struct DeleteEndpoint: TenantCall {
    package static let function = "delete_endpoint"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("actor", \.actor),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let endpointID: UUID
    /// Who acts, for the audit.
    package let actor: String
    package let asOf: Timestamp?

    package init(endpointID: UUID, actor: String, asOf: Timestamp? = nil) {
        self.endpointID = endpointID
        self.actor = actor
        self.asOf = asOf
    }
}
