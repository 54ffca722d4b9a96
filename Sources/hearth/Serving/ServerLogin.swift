import EntitlementsDatabase
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

    /// Opens a session as the server does, and returns its role.
    static func role(_ client: PostgresClient.Configuration) async throws -> String {
        try await AdministrationConnection.withConnection(like: client) {
            try await ServerInspection(on: $0).role
        }
    }

    /// Throws a message unless the server's sessions act as its role.
    static func requireRole(_ client: PostgresClient.Configuration) async throws {
        let (role, wanted) = (try await role(client), client.role ?? "")
        guard role != wanted else { return }
        throw OperatorMessage(
            "the database cannot be used as it is",
            why: "sessions act as \(role), not as \(wanted), so tenants might not be kept apart",
            advice: advice, exitStatus: .invalidConfiguration)
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
