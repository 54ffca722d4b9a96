import Postgres
import Testing

extension PostgresTests {
    @Suite("A call that fails says how, and fails alone")
    struct FailureTests {
        @Test("a refusal carries its status, its code and its sentence")
        func refusal() async throws {
            try await withClient { client in
                let error = await failure(of: Refuse(), on: client)
                guard case .raised(let status, let code, let detail, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(status == 409)
                #expect(code == "a_code")
                #expect(detail == "A sentence.")
            }
        }

        @Test("a failure carries its SQLSTATE", arguments: ["P0001", "23505", "XX001"])
        func sqlState(state: String) async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Fail(state: state), on: client) == .server(sqlState: state))
            }
        }

        @Test("a failed call hurts none of its neighbours on the connection")
        func neighbours() async throws {
            try await withClient { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<600 {
                        group.addTask {
                            switch number % 3 {
                            case 0:
                                let error = await failure(of: Refuse(), on: client)
                                #expect(error == .raised(status: 409, code: "a_code", detail: ""))
                            case 1:
                                let error = await failure(of: Missing(), on: client)
                                #expect(error == .server(sqlState: "42883"))
                            default:
                                let back = try await client.call(
                                    Echo(value: Int32(number)), in: .test("\(number)"))
                                #expect(back == [Int32(number)])
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test("what fails at the commit fails the call, although the function had answered")
        func failureAtCommit() async throws {
            try await withClient { client in
                let first = try await client.call(PromiseWord(word: "once"), in: nil)
                #expect(first == ["once"])
                #expect(
                    await failure(of: PromiseWord(word: "once"), on: client)
                        == .server(sqlState: "23505"))
                let second = try await client.call(PromiseWord(word: "another"), in: nil)
                #expect(second == ["another"])
            }
        }

        @Test("a call for reads cannot write")
        func readsAreReadOnly() async throws {
            try await withClient { client in
                #expect(
                    await failure(of: WriteWordAsRead(word: "read-only"), on: client)
                        == .server(sqlState: "25006"))
            }
        }

        @Test("an answer of other types than the call names is refused")
        func otherTypes() async throws {
            try await withClient { client in
                let error = await failure(of: EchoTextAsInteger(), on: client)
                #expect(
                    error == .decoding("The columns are not of the types that the call names."))
            }
        }

        @Test("no error says what the call was about")
        func errorsAreSilent() async throws {
            try await withClient { client in
                let secret = "hunter2"
                for state in ["P0001", "23505", "40001", "0A000", "PTABC", "57014"] {
                    let error = await failure(of: Fail(state: state, spoken: secret), on: client)
                    let said = "\(try #require(error))"
                    #expect(said.contains(state))
                    #expect(!said.contains(secret))
                }
                let nul = await failure(of: Echo(value: secret + "\0"), on: client)
                #expect(!"\(try #require(nul))".contains(secret))
            }
        }
    }

    @Suite("A call cannot take longer than it may")
    struct TimeoutTests {
        @Test("a statement that takes too long is ended by the server", arguments: [false, true])
        func statementTimeout(asWrite: Bool) async throws {
            try await withClient {
                $0.statementTimeoutMilliseconds = 100
            } _: { client in
                let error =
                    asWrite
                    ? await failure(of: WriteNap(milliseconds: 30_000), on: client)
                    : await failure(of: Nap(milliseconds: 30_000), on: client)
                #expect(error == .server(sqlState: "57014"))
            }
        }

        @Test("a statement that waits too long for a lock is ended by the server")
        func lockTimeout() async throws {
            try await withClient {
                $0.lockTimeoutMilliseconds = 100
            } _: { client in
                let database = try ScratchDatabase.current
                try await AdministrationConnection.withConnection(to: database.connectionString) {
                    try await $0.execute("select pg_advisory_lock(55)")
                    let error = await failure(of: LockTwo(one: 55, other: 56), on: client)
                    #expect(error == .server(sqlState: "55P03"))
                }
            }
        }

        @Test("the connections say who they are and hold to the limits")
        func settings() async throws {
            try await withClient(named: "hearth settings") {
                $0.statementTimeoutMilliseconds = 1_234
                $0.lockTimeoutMilliseconds = 567
                $0.role = "pg_monitor"
            } _: { client in
                for (name, value) in [
                    ("application_name", "hearth settings"), ("statement_timeout", "1234ms"),
                    ("lock_timeout", "567ms"), ("role", "pg_monitor"), ("jit", "off"),
                    ("idle_in_transaction_session_timeout", "1234ms"),
                    ("transaction_read_only", "on"),
                ] {
                    let setting = try await client.call(Setting(name: name), in: nil)
                    #expect(setting == [value], "\(name)")
                }
            }
        }
    }
}

/// Takes a text for a number.
private struct EchoTextAsInteger: FunctionCall {
    static let function = "echo_text"
    static let access = FunctionAccess.read
    static let parameters = [Parameter("value", .text)]
    static let columns = [Column("answer", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append("1234")
    }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int32 { try row.next() }
}
