import Testing

@testable import Postgres

@Suite("Connection strings")
struct ConnectionStringTests {
    /// Each part of the password begins with `pw`.
    private static let malformed = [
        "postgresql://u:pw%1@127.0.0.1:1/d", "postgresql://u:pw%zz@127.0.0.1:1/d",
        "postgresql://u:pw1%00pw2@127.0.0.1:1/d", "postgresql://u:pw1@pw2@127.0.0.1:1/d",
        "postgresql://u:pw1/pw2@127.0.0.1:1/d", "postgresql://u:12/pw2@127.0.0.1:1/d",
        "postgresql://127.0.0.1:1/d?password=pw%", "postgresql://127.0.0.1:1/d?password=pw1=pw2",
        "postgresql://127.0.0.1:1/d?pw1&pw2", "postgresql://u:pw1@[pw2/d",
        "host=127.0.0.1 port=1 password=pw1 pw2", "host=127.0.0.1 port=1 password='pw",
        "host=127.0.0.1 port=1 password=pw1 pw2=pw3", "u:pw@127.0.0.1/d", "postgresq://u:pw@h/d",
    ]

    @Test("no error quotes a part of a malformed one", arguments: malformed)
    func secrecy(text: String) async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await AdministrationConnection.withConnection(to: text) { _ in }
        }
        #expect(error == .malformedConnectionString)
        #expect(error.map { !"\($0)".contains("pw") } == true)
    }

    @Test(
        "a well-formed one has its settings, in both forms",
        arguments: [
            "postgresql://u:p%40%2F%25@h1:1,h2:2/d?sslmode=require",
            "host=h1,h2 port=1,2 user=u password='p@/%' dbname=d sslmode=require",
        ])
    func settings(text: String) throws {
        let settings = try ConnectionString(parsing: text)
        #expect(settings["host"] == "h1,h2")
        #expect(settings["port"] == "1,2")
        #expect(settings["password"] == "p@/%")
        #expect(settings["sslmode"] == "require")
        #expect(settings["target_session_attrs"] == nil)
    }
}
