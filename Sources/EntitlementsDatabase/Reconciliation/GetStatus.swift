package import Entitlements
package import Postgres

/// Returns whether RevenueCat can be read for the tenant and whether its webhooks arrive.
package struct GetStatus: AnswerCall {
    package static let function = "get_status"
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }
}
