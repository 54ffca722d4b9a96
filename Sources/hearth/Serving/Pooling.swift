import Migrations
import Postgres

/// Whether a pooler is between us and the server, and for how long it lends a session.
enum Pooling: Sendable {
    case none
    /// A pooler gives each connection a session of its own.
    case session
    /// A pooler lends sessions for a transaction.
    case transaction

    static let advice =
        "Notifications, prepared statements, the settings of sessions and `hearth migrate`'s lock "
        + "need a session for as long as the connection. Connect directly, or use the pooler's "
        + "session mode."

    /// Finds out by an open connection and what its session has told; a second one is opened if
    /// there is a pooler.
    init(
        of connection: AdministrationConnection, _ first: ServerInspection, to url: String
    ) async throws {
        guard await connection.processID != first.backendProcessID else {
            self = .none
            return
        }
        // Two sessions of one process at the same time: it is lent by the transaction.
        self = try await AdministrationConnection.withConnection(to: url) { other in
            let second = try await ServerInspection(on: other)
            let again = try await ServerInspection(on: connection)
            let isLent =
                second.backendProcessID == first.backendProcessID
                || again.backendProcessID != first.backendProcessID
            return isLent ? .transaction : .session
        }
    }

    /// Throws a message if sessions are lent by the transaction.
    ///
    /// Called before a session is set to anything: the pooler would lend it to others.
    func requireSessions() throws(OperatorMessage) {
        guard self == .transaction else { return }
        throw OperatorMessage(
            "the database cannot be used as it is",
            why: "a pooler in transaction mode is in between", advice: Self.advice,
            exitStatus: .invalidConfiguration)
    }
}
