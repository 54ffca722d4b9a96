package import Postgres

/// Empties a slot of an issuer: tokens signed with its secret are refused from now on.
package struct DeleteTokenSecret: TenantCall {
    package static let function = "delete_token_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("issuer", \.issuer),
        Parameter("slot", \.slot),
    ]

    package typealias Row = Void

    package let issuer: String
    package let slot: Int32

    package init(issuer: String, slot: Int32) {
        self.issuer = issuer
        self.slot = slot
    }
}
