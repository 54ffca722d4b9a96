package import Entitlements
package import Postgres

/// What a session can tell of its server, before the schema is known to be there.
package struct ServerInspection: Sendable, Equatable {
    /// Such as 150004 for 15.4.
    package let versionNumber: Int

    /// The server's process for this session; another than the connection's own if a pooler is in
    /// between.
    package let backendProcessID: Int32

    package let time: Timestamp

    /// The server takes no writes: it is a replica, or set to read only.
    package let isReadOnly: Bool

    /// The role that the session acts as.
    package let role: String

    /// Whether a commit is in the log on disk before it is acknowledged.
    package let commitsAreDurable: Bool

    /// Whether the login may act as `hearth_server`; nil if there is no such role.
    package let isMemberOfServer: Bool?

    package init(
        versionNumber: Int, backendProcessID: Int32, time: Timestamp, isReadOnly: Bool,
        role: String, isMemberOfServer: Bool?, commitsAreDurable: Bool = true
    ) {
        self.versionNumber = versionNumber
        self.backendProcessID = backendProcessID
        self.time = time
        self.isReadOnly = isReadOnly
        self.role = role
        self.isMemberOfServer = isMemberOfServer
        self.commitsAreDurable = commitsAreDurable
    }

    /// Asks over a connection; any login may.
    package init(on connection: AdministrationConnection) async throws {
        guard let row = try await connection.run(.inspectServer).first, row.count == 7,
            let version = row[0].flatMap({ Int($0) }),
            let processID = row[1].flatMap({ Int32($0) }),
            let time = row[2].flatMap({ Int64($0) }).flatMap(Timestamp.init(milliseconds:)),
            let role = row[4]
        else { throw PostgresError.decoding("The server does not describe itself.") }
        self.init(
            versionNumber: version, backendProcessID: processID, time: time,
            isReadOnly: row[3] == "t", role: role,
            isMemberOfServer: row[6].map { $0 == "t" }, commitsAreDurable: row[5] != "off")
    }
}
