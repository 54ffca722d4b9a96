package import Entitlements
package import Postgres

/// Lists the servers that run now.
package struct ListServers: CrossTenantCall {
    package static let function = "list_servers"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("server_name", .text),
        Column("key_ids", .textArray),
    ]

    package struct Row: Sendable, Equatable {
        /// The server's host and process; empty for all servers of older releases.
        package let serverName: String
        /// The ids of the encryption keys that it holds.
        package let keyIDs: [String]

        package init(serverName: String, keyIDs: [String]) {
            self.serverName = serverName
            self.keyIDs = keyIDs
        }
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(serverName: try row.next(), keyIDs: try row.next())
    }
}
