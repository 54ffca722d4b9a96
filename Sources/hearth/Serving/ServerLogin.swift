import EntitlementsDatabase
import Logging
import Migrations
import Postgres

/// The role that the server's own sessions act as.
///
/// It is set at the start of each session. A session that acted as its login would be one that row
/// security may not restrict.
enum ServerLogin {
    static let advice =
        "hearth serve sets its role after it has connected: connect it directly, or through a "
        + "pooler in session mode."

    /// Opens a session as the server does, and returns its role and the limits that hold for it.
    static func examine(
        _ client: PostgresClient.Configuration
    ) async throws -> (role: String, limits: [ConnectionLimit]) {
        try await AdministrationConnection.withConnection(like: client) {
            (try await ServerInspection(on: $0).role, try await ConnectionLimit.all(on: $0))
        }
    }

    /// Throws a message unless the server's sessions act as its role, and it may have as many as it
    /// opens.
    ///
    /// If others have some of them now, it logs that: they may end.
    static func requireSessions(
        _ client: PostgresClient.Configuration, logger: Logger
    ) async throws {
        let (role, limits) = try await examine(client)
        let wanted = client.role ?? ""
        guard role == wanted else {
            throw OperatorMessage(
                "the database cannot be used as it is",
                why: "sessions act as \(role), not as \(wanted), "
                    + "so tenants might not be kept apart",
                advice: advice, exitStatus: .invalidConfiguration)
        }
        let needed = client.connections
        if let refusal = limits.refusal(ofConnections: needed) { throw refusal }
        guard let narrowest = limits.min(by: { $0.left < $1.left }), narrowest.left < needed
        else { return }
        logger.warning(
            "Fewer connections are free than this server opens; it tries again until they are",
            metadata: [
                "limit": "\(narrowest.words)", "allowed": .stringConvertible(narrowest.allowed),
                "free": .stringConvertible(narrowest.left), "opens": .stringConvertible(needed),
            ])
    }
}

extension OperatorMessage {
    /// The login may not act as the server's role.
    static func notAMember(_ login: String) -> OperatorMessage {
        let quoted = login.replacing("\"", with: "\"\"")
        return OperatorMessage(
            "the database cannot be used as it is",
            why: "the login \(login) is not a member of hearth_server",
            advice: "As an administrator: grant hearth_server to \"\(quoted)\";",
            exitStatus: .invalidConfiguration)
    }
}
