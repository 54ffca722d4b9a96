package import EntitlementsDatabase
package import Logging

/// Work that is repeated as long as the server runs.
///
/// Any number of servers may do it: the database decides what is due and under which locks.
package struct Duty: Sendable {
    /// The pause after each time.
    let seconds: Int
    /// What the log says if the database is away or busy; what is due stays due.
    let hindrance: Logger.Message
    /// Works until nothing is due.
    let work: @Sendable (Database) async throws -> Void

    /// Does the work once.
    package func perform(in database: Database, _ logger: Logger) async {
        do {
            try await work(database)
        } catch {
            await logger.log(hindrance, hinderedBy: error, in: database)
        }
    }
}
