import Testing

@testable import Postgres

extension PostgresTests {
    @Suite("Several hosts")
    struct SeveralHostsTests {
        @Test(
            "reads and writes find the host that takes writes, after one that is away",
            arguments: ["read-write", "primary", "any"])
        func found(target: String) async throws {
            let socket = try await ScratchDatabase.administer(
                "select split_part(current_setting('unix_socket_directories'), ',', 1)")
            let folder = try #require(socket.first?.first ?? nil)
            let place = try ScratchDatabase.connectionString(through: "/nowhere,\(folder)")
            try await withClient(to: "\(place),5432 target_session_attrs=\(target)") { client in
                let read = try await client.call(ScopeSeen(), in: nil)
                let written = try await client.call(ScopeSeenByWrite(), in: nil)
                #expect(read == [""] && written == [""])
            }
        }

        @Test("a connection without its server ends soon, unless the string says otherwise")
        func silence() {
            func option(_ name: String, of connectionString: String) -> String? {
                PostgresClient.Configuration(connectionString: connectionString)
                    .connectionOptions(isReadOnly: false).last { $0.name == name }?.value
            }
            #expect(option("keepalives_idle", of: "host=a") == "10")
            #expect(option("tcp_user_timeout", of: "host=a") == "25000")
            #expect(option("keepalives_idle", of: "host=a keepalives_idle=99") == nil)
            #expect(option("tcp_user_timeout", of: "postgresql://a?tcp_user_timeout=9") == nil)
        }
    }
}
