import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns an endpoint.
///
/// Fails with `endpoint_not_found`.
package struct GetEndpoint: AnswerCall {
    package static let function = "get_endpoint"
    package static let parameters: [Parameter<Self>] = [Parameter("endpoint_id", \.endpointID)]

    package let endpointID: UUID

    package init(endpointID: UUID) {
        self.endpointID = endpointID
    }
}
