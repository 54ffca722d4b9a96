package import Postgres

/// Empties a slot: webhooks authenticated with its secret are refused from now on.
package struct DeleteWebhookSecret: TenantCall {
    package static let function = "delete_webhook_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("kind", \.kind),
        Parameter("slot", \.slot),
    ]

    package typealias Row = Void

    package let kind: String
    package let slot: Int32

    package init(kind: String, slot: Int32) {
        self.kind = kind
        self.slot = slot
    }
}
