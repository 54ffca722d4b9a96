package import Postgres

/// Stores a sealed secret in slot 1 or 2 of its kind; the other slot stays valid.
package struct SetWebhookSecret: TenantCall {
    package static let function = "set_webhook_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("kind", \.kind),
        Parameter("slot", \.slot),
        Parameter("sealed", \.sealed),
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
}
