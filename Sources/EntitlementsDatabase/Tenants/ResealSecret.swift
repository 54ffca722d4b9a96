package import Postgres

/// Replaces a sealed secret by the same one, sealed with another key.
///
/// False if the secret has changed since it was listed.
package struct ResealSecret: TenantCall {
    package static let function = "reseal_secret"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("kind", \.listed.kind),
        Parameter("name", \.listed.name),
        Parameter("slot", \.listed.slot),
        Parameter("former", \.listed.sealed),
        Parameter("sealed", \.sealed),
    ]
    package static let columns = [Column("is_resealed", .bool)]

    package typealias Row = Bool

    package let listed: ListSealedSecrets.Row
    package let sealed: [UInt8]

    package init(_ listed: ListSealedSecrets.Row, sealed: [UInt8]) {
        self.listed = listed
        self.sealed = sealed
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Bool {
        try row.next()
    }
}
