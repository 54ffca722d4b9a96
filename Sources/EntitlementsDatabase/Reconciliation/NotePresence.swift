package import Entitlements
package import Postgres

/// Records that a server can accept webhooks now.
///
/// A row: no server could for longer than RevenueCat retries, so all app users have to be read.
package struct NotePresence: CrossTenantCall {
    package static let function = "note_presence"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("as_of", \.asOf),
        Parameter("server_name", \.serverName),
        Parameter("key_ids", \.keyIDs),
    ]
    package static let columns = [
        Column("absent_since", .timestamptz)
    ]

    package struct Row: Sendable {
        package let absentSince: Timestamp
    }

    package let asOf: Timestamp?
    /// The server's host and process.
    package let serverName: String
    /// The ids of the encryption keys that the server holds.
    package let keyIDs: [String]

    package init(asOf: Timestamp? = nil, serverName: String, keyIDs: [String]) {
        self.asOf = asOf
        self.serverName = serverName
        self.keyIDs = keyIDs
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(absentSince: try row.next())
    }
}
