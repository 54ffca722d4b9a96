import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Changes of an erased app user", .timeLimit(.minutes(5)))
struct ErasedChangesTests {
    /// Returns what a new stream of the tenant brings up to the newest change.
    private func streamed(_ api: TestAPI, after number: Int = 0) async throws -> String {
        let newest = try await api.get("listChanges", "/v1/changes?limit=500", key: api.secretKey)
            .json["last_number"]
        guard case .integer(let last)? = newest else { return "" }
        return try await withStream(api, after: number) {
            let begun = try await $0.text(through: "id: \(last)\n")
            return try await begun + $0.text(through: "\n\n")
        }
    }

    private func withStream<Value: Sendable>(
        _ api: TestAPI, after number: Int, _ body: (RawHTTPConnection) async throws -> Value
    ) async throws -> Value {
        try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send(
                "GET /v1/changes/stream?after=\(number) HTTP/1.1\r\nHost: hearth.test\r\n"
                    + "Authorization: Bearer \(api.secretKey)\r\n\r\n")
            return try await body(connection)
        }
    }

    @Test("reach no new stream under the old id, whichever process erased them")
    func forgotten() async throws {
        try await TestAPI.run { api in
            // Streams that go on keep the tenant's changes in memory, as text and alone.
            try await api.stream(after: 0) { stream in
                for person in ["u_one", "u_ana", "u_eva"] {
                    try await api.tenant.grant(to: person)
                    try await api.tenant.database.numberChanges()
                    _ = try await stream.text(through: #""app_user_id":"\#(person)""#)
                }
                #expect(try await streamed(api).contains("u_ana"))
                #expect(try await streamed(api, after: 1).contains("u_ana"))

                _ = try await api.send(
                    "eraseAppUser", "DELETE", "/v1/users/u_ana", key: api.secretKey)
                #expect(!(try await streamed(api).contains("u_ana")))
                #expect(!(try await streamed(api, after: 1).contains("u_ana")))

                // As another process does.
                try await api.tenant.erase("u_eva")
                let areForgotten = try await eventually {
                    try await !streamed(api).contains("u_eva")
                }
                #expect(areForgotten)
                let text = try await streamed(api)
                #expect(text.contains("u_one"))
                #expect(text.contains(#""app_user_id":"erased-"#))

                // The stream that is open goes on where it was.
                try await api.tenant.grant(to: "u_end")
                try await api.tenant.database.numberChanges()
                _ = try await stream.text(through: #""app_user_id":"u_end""#)
            }
        }
    }
}
