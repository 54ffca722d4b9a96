import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

extension TestAPI {
    /// Lends a stream of the tenant's changes whose head was received.
    func stream(
        after number: Int, _ body: (RawHTTPConnection) async throws -> Void
    ) async throws {
        try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(
                "GET /v1/changes/stream HTTP/1.1\r\nHost: hearth.test\r\n"
                    + "Last-Event-ID: \(number)\r\nAuthorization: Bearer \(secretKey)\r\n\r\n")
            _ = try await connection.text(through: "retry: 1000\n\n")
            try await body(connection)
        }
    }

    /// Sends a request until there is room for it among those that wait.
    func waiting(
        _ send: () async throws -> RawHTTPResponse
    ) async throws -> RawHTTPResponse {
        while true {
            let response = try await send()
            if response.status != 503 { return response }
        }
    }

    /// Revokes a key, and tells the server as the listener does.
    func revoke(_ key: String) async throws {
        let key = try #require(APIKey(parsing: key))
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: key.keyID, actor: "test"), in: tenant.id)
        credentials.invalidate()
    }
}
