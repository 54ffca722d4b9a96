package import Postgres

/// A right that a login needs to migrate a database, and does not have.
package struct LackingRight: Sendable, Equatable {
    /// The right, in words: `the right to create roles`.
    package let words: String

    /// The statement by which another administrator gives it.
    package let remedy: String

    package init(words: String, remedy: String) {
        self.words = words
        self.remedy = remedy
    }
}

extension AdministrationConnection {
    /// Returns what the login lacks to migrate this database; touches nothing.
    package func lackingRights() async throws(MigrationFailure) -> [LackingRight] {
        try await run(.lackingRights).map { row in
            let cells = row.map { $0 ?? "" }
            return LackingRight(words: cells[0], remedy: cells[1])
        }
    }

    /// Throws `rightsLacking` unless the login may migrate.
    func requireMigrationRights() async throws(MigrationFailure) {
        let lacking = try await lackingRights()
        guard lacking.isEmpty else { throw .rightsLacking(lacking) }
    }
}
