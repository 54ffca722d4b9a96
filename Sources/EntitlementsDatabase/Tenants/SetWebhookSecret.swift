package import Postgres

/// Stores a sealed secret in slot 1 or 2 of its kind; the other slot stays valid.
package struct SetWebhookSecret: TenantCall {
    package static let function = "set_webhook_secret"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("kind", .text),
        Parameter("slot", .int4),
        Parameter("sealed", .bytea),
    ]

    package typealias Row = Void

    package let kind: String
    package let slot: Int32
    package let sealed: [UInt8]

    package init(kind: String, slot: Int32, sealed: [UInt8]) {
        self.kind = kind
        self.slot = slot
        self.sealed = sealed
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(kind)
        try arguments.append(slot)
        try arguments.append(sealed)
    }
}
