package import Postgres

/// Stores a sealed secret in a slot of its kind; without a slot, in a free one.
///
/// Fails with `secret_slots_full` if no slot is named and both are live.
package struct SetWebhookSecret: TenantCall {
    package static let function = "set_webhook_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("kind", \.kind),
        Parameter("slot", \.slot),
        Parameter("sealed", \.sealed),
        Parameter("is_dry_run", \.isDryRun),
    ]
    package static let columns = SecretSlot.columns

    package typealias Row = SecretSlot

    package let kind: String
    package let slot: Int32?
    package let sealed: [UInt8]
    package let isDryRun: Bool

    package init(kind: String, slot: Int32?, sealed: [UInt8], isDryRun: Bool = false) {
        self.kind = kind
        self.slot = slot
        self.sealed = sealed
        self.isDryRun = isDryRun
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> SecretSlot {
        try SecretSlot(&row)
    }
}
