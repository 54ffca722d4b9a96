package import Entitlements
package import FoundationEssentials
package import Postgres

/// Delivers the changes from a number on to an endpoint again.
///
/// Fails with `endpoint_not_found` or `changes_gone`.
package struct ReplayEndpoint: AnswerCall {
    package static let function = "replay_endpoint"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("from_number", \.fromNumber),
        Parameter("actor", \.actor),
        Parameter("as_of", \.asOf),
    ]

    package let endpointID: UUID
    /// The number of the first change that is delivered again.
    package let fromNumber: Int64
    /// Who acts, for the audit.
    package let actor: String
    package let asOf: Timestamp?

    package init(endpointID: UUID, fromNumber: Int64, actor: String, asOf: Timestamp? = nil) {
        self.endpointID = endpointID
        self.fromNumber = fromNumber
        self.actor = actor
        self.asOf = asOf
    }
}
