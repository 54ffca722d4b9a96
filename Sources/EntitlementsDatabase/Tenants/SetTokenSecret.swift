package import Postgres

/// Stores a sealed secret in a slot of an issuer; without a slot, in a free one.
///
/// Fails with `token_issuer_not_found`, and with `secret_slots_full` if no slot is named and both
/// are live.
package struct SetTokenSecret: TenantCall {
    package static let function = "set_token_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("issuer", \.issuer),
        Parameter("slot", \.slot),
        Parameter("sealed", \.sealed),
        Parameter("is_dry_run", \.isDryRun),
    ]
    package static let columns = SecretSlot.columns

    package typealias Row = SecretSlot

    package let issuer: String
    package let slot: Int32?
    package let sealed: [UInt8]
    package let isDryRun: Bool

    package init(issuer: String, slot: Int32?, sealed: [UInt8], isDryRun: Bool = false) {
        self.issuer = issuer
        self.slot = slot
        self.sealed = sealed
        self.isDryRun = isDryRun
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> SecretSlot {
        try SecretSlot(&row)
    }
}
