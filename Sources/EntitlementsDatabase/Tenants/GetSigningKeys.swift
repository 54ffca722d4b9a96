package import Entitlements
package import Postgres

/// Returns the tenant's signing keys that are published, newest first.
package struct GetSigningKeys: TenantCall {
    package static let function = "get_signing_keys"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("key_id", .text),
        Column("sealed", .bytea),
        Column("public_key", .bytea),
        Column("signs_from", .timestamptz),
    ]

    package struct Row: Sendable {
        package let keyID: String
        /// The private key, sealed.
        package let sealed: [UInt8]
        package let publicKey: [UInt8]
        package let signsFrom: Timestamp
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            keyID: try row.next(),
            sealed: try row.next(),
            publicKey: try row.next(),
            signsFrom: try row.next()
        )
    }
}
