package import Postgres

/// Empties a slot: webhooks authenticated with its secret are refused from now on.
package struct DeleteWebhookSecret: TenantCall {
    package static let function = "delete_webhook_secret"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("kind", .text),
        Parameter("slot", .int4),
    ]

    package typealias Row = Void

    package let kind: String
    package let slot: Int32

    package init(kind: String, slot: Int32) {
        self.kind = kind
        self.slot = slot
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(kind)
        try arguments.append(slot)
    }
}
