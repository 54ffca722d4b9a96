package import Postgres

/// A limit of how many connections a login may have.
package struct ConnectionLimit: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// `alter role … connection limit`.
        case login
        /// `alter database … connection limit`.
        case database
        /// `max_connections` without what is reserved for others.
        case server
    }

    package let kind: Kind
    /// Of the login or the database.
    package let name: String
    package let allowed: Int
    /// Open connections that count, besides the one that asked.
    package let used: Int

    package var left: Int { max(0, allowed - used) }

    package init(kind: Kind, name: String, allowed: Int, used: Int) {
        self.kind = kind
        self.name = name
        self.allowed = allowed
        self.used = used
    }

    /// Asks for the limits that hold for a connection's login; any login may.
    package static func all(
        on connection: AdministrationConnection
    ) async throws -> [ConnectionLimit] {
        try await connection.run(.connectionLimits).map { row in
            guard row.count == 4, let kind = row[0].flatMap(Kind.init(rawValue:)),
                let name = row[1], let allowed = row[2].flatMap({ Int($0) }),
                let used = row[3].flatMap({ Int($0) })
            else { throw PostgresError.decoding("The server does not tell its limits.") }
            return ConnectionLimit(kind: kind, name: name, allowed: allowed, used: used)
        }
    }
}
