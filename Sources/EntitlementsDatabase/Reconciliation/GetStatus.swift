package import Entitlements
package import Postgres

/// Returns whether RevenueCat can be read for the tenant and whether its webhooks arrive.
package struct GetStatus: AnswerCall {
    package static let function = "get_status"
    package static let parameters: [Parameter<Self>] = [
        Parameter("as_of", \.asOf), Parameter("version", \.version),
    ]

    package let asOf: Timestamp?

    /// The server's release.
    package let version: String

    package init(asOf: Timestamp? = nil, version: String = Release.version) {
        self.asOf = asOf
        self.version = version
    }
}
