import Postgres
import Testing

extension PostgresTests {
    @Suite("Failures of a call")
    struct FailureTests {
        @Test("a refusal has its status, code and detail")
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

        @Test("a failure has its SQLSTATE", arguments: ["P0001", "23505", "XX001"])
        func sqlState(state: String) async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Fail(state: state), on: client) == .server(sqlState: state))
            }
        }

        @Test("a failed call fails no other call on the connection")
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

        @Test("an error at the commit fails the call, even after the function's result")
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

        @Test("a read call cannot write")
        func readsAreReadOnly() async throws {
            try await withClient { client in
                #expect(
                    await failure(of: WriteWordAsRead(word: "read-only"), on: client)
                        == .server(sqlState: "25006"))
            }
        }

        @Test("columns of other types than declared are refused")
        func otherTypes() async throws {
            try await withClient { client in
                let error = await failure(of: EchoTextAsInteger(), on: client)
                #expect(
                    error == .decoding("The columns are not of the types that the call names."))
            }
        }

        @Test("no error contains values of the call")
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

    @Suite("Timeouts of a call")
    struct TimeoutTests {
        @Test("the server ends a statement at the statement timeout", arguments: [false, true])
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

        @Test("the server ends a wait for a lock at the lock timeout")
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
    }
}

/// Declares a text column as an integer.
private struct EchoTextAsInteger: FunctionCall {
    var value = "1234"

    static let function = "echo_text"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("value", .text)]
    static let columns = [Field("answer", .int4)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(value)
    }

    static func decode(_ row: inout Cells) throws(PostgresError) -> Int32 { try row.next() }
}
