package import Postgres

/// Stores a sealed secret in slot 1 or 2 of an issuer; the other slot stays valid.
///
/// Fails with `token_issuer_not_found`.
package struct SetTokenSecret: TenantCall {
    package static let function = "set_token_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("issuer", \.issuer),
        Parameter("slot", \.slot),
        Parameter("sealed", \.sealed),
    ]

    package typealias Row = Void

    package let issuer: String
    package let slot: Int32
    package let sealed: [UInt8]

    package init(issuer: String, slot: Int32, sealed: [UInt8]) {
        self.issuer = issuer
        self.slot = slot
        self.sealed = sealed
    }
}
