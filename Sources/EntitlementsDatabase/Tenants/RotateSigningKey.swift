package import Entitlements
package import Postgres

/// Adds a signing key to the tenant, and answers from when on it signs.
///
/// Fails with `rotation_in_progress`.
package struct RotateSigningKey: TenantCall {
    package static let function = "rotate_signing_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("key_id", \.keyID),
        Parameter("sealed", \.sealed),
        Parameter("public_key", \.publicKey),
        Parameter("is_at_once", \.isAtOnce),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [Column("signs_from", .timestamptz)]

    package struct Row: Sendable {
        package let signsFrom: Timestamp
    }

    package let keyID: String
    /// The private key, sealed.
    package let sealed: [UInt8]
    package let publicKey: [UInt8]
    /// Whether it replaces all other keys.
    package let isAtOnce: Bool
    package let asOf: Timestamp?

    package init(
        keyID: String, sealed: [UInt8], publicKey: [UInt8], isAtOnce: Bool,
        asOf: Timestamp? = nil
    ) {
        self.keyID = keyID
        self.sealed = sealed
        self.publicKey = publicKey
        self.isAtOnce = isAtOnce
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(signsFrom: try row.next())
    }
}
