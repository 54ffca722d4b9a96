import Glibc
import TestSupport
import Testing

@testable import Postgres

extension PostgresTests {
    @Suite("The settings of sessions")
    struct SessionSettingTests {
        /// How a connection reaches the server.
        enum Way: CaseIterable {
            case direct
            /// Through a pooler in session mode that refuses settings in a session's start.
            case refused
            /// Through one that drops them.
            case dropped

            func take(_ body: (String) async throws -> Void) async throws {
                let url = try ScratchDatabase.current.connectionString
                switch self {
                case .direct: try await body(url)
                case .refused:
                    try await Pooler(mode: "session", options: .refused).inFront(of: url, body)
                case .dropped:
                    try await Pooler(mode: "session", options: .dropped).inFront(of: url, body)
                }
            }
        }

        @Test("are in force, with or without a pooler", arguments: Way.allCases)
        func inForce(way: Way) async throws {
            try await ScratchDatabase.administer("grant pg_monitor to hearth_migrator")
            try await way.take { url in
                try await withClient(named: "hearth settings", to: url) {
                    $0.statementTimeoutMilliseconds = 1_234
                    $0.lockTimeoutMilliseconds = 567
                    $0.role = "pg_monitor"
                } _: { client in
                    let both = [
                        ("application_name", "hearth settings"), ("statement_timeout", "1234ms"),
                        ("lock_timeout", "567ms"), ("role", "pg_monitor"), ("jit", "off"),
                        ("idle_in_transaction_session_timeout", "1234ms"),
                        ("enable_seqscan", "off"), ("random_page_cost", "0"),
                    ]
                    for (name, value) in both + [("transaction_read_only", "on")] {
                        let setting = try await client.call(Setting(name: name), in: nil)
                        #expect(setting == [value], "\(name)")
                    }
                    let ofWrites = [
                        ("transaction_read_only", "off"), ("plan_cache_mode", "force_generic_plan"),
                    ]
                    for (name, value) in both + ofWrites {
                        let setting = try await client.call(SettingOfWrite(name: name), in: nil)
                        #expect(setting == [value], "\(name)")
                    }
                }
            }
        }

        @Test("one that the server refuses is the reason why there is no connection")
        func refused() async throws {
            let url = try ScratchDatabase.current.connectionString
            let error = #expect(throws: PostgresError.self) {
                _ = try ConnectionHandle.connect(
                    to: ConnectionTarget(
                        connectionString: url, settings: [("role", "nobody at all")]))
            }
            #expect("\(try #require(error))".contains("nobody at all"))
        }

        @Test("a server that hangs after it has connected is not waited for")
        func hung() async throws {
            let url = try ScratchDatabase.current.connectionString
            let handle = try ConnectionHandle.connect(to: url, parameters: [])
            let process = handle.processID
            kill(process, SIGSTOP)
            defer { kill(process, SIGCONT) }
            var failure: PostgresError?
            do throws(PostgresError) {
                try handle.apply([("jit", "off")], limitSeconds: 1)
            } catch {
                failure = error
            }
            #expect(failure == .cannotConnect(reason: "the server does not answer"))
        }
    }
}

/// Reads a setting on a connection for writes.
private struct SettingOfWrite: TextCall {
    var name: String

    static let function = "setting"
    static let access = FunctionAccess.write
    static let parameters: [Field] = [Field("name", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(name)
    }
}
