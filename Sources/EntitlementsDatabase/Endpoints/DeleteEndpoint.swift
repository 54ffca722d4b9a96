import Entitlements
package import FoundationEssentials
package import Postgres

/// Deletes an endpoint with the log of its deliveries.
///
/// Fails with `endpoint_not_found`.
package struct DeleteEndpoint: TenantCall {
    package static let function = "delete_endpoint"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("endpoint_id", \.endpointID)]

    package typealias Row = Void

    package let endpointID: UUID

    package init(endpointID: UUID) {
        self.endpointID = endpointID
    }
}
