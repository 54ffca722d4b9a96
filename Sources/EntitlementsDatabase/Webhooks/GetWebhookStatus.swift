package import Entitlements
package import Postgres

/// Returns when the tenant's last webhook arrived, and how many failed and were refused.
package struct GetWebhookStatus: AnswerCall {
    package static let function = "get_webhook_status"
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }
}
