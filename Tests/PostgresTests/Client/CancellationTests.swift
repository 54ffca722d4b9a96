import Postgres
import Testing

extension PostgresTests {
    /// Uncancelled calls sleep longer than a test may take, on any machine.
    @Suite("A cancelled call", .timeLimit(.minutes(5)))
    struct CancellationTests {
        private let longNap = WriteNap(milliseconds: 600_000)

        @Test("ends on the server if it is a write, and its connection stays usable")
        func runningWrite() async throws {
            try await withClient(named: "hearth cancelled") {
                $0.writeConnections = 1
                $0.statementTimeoutMilliseconds = 600_000
            } _: { client in
                let backend = try await client.call(Backend(), in: nil)
                let call = Task { await failure(of: longNap, on: client) }
                #expect(try await isNapping("hearth cancelled"))
                call.cancel()
                #expect(await call.value == .cancelled)
                let same = try await client.call(Backend(), in: nil)
                #expect(same == backend)
            }
        }

        @Test("ends at once, at any stage")
        func cancelledEarly() async throws {
            try await withClient {
                $0.writeConnections = 1
                $0.statementTimeoutMilliseconds = 600_000
            } _: { client in
                _ = try await client.call(Backend(), in: nil)
                for round in 0..<100 {
                    let call = Task { await failure(of: longNap, on: client) }
                    for _ in 0..<round * 3 { await Task.yield() }
                    call.cancel()
                    #expect(await call.value == .cancelled)
                }
            }
        }

        @Test("never cancels the next call on the connection")
        func nextCall() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for round in 0..<300 {
                    let first = Task { try await client.call(ScopeSeenByWrite(), in: nil) }
                    for _ in 0..<round { await Task.yield() }
                    let second = Task {
                        try await client.call(WriteNap(milliseconds: 3), in: .test("\(round)"))
                    }
                    first.cancel()
                    let seen = try await second.value
                    #expect(seen == ["\(round)"])
                }
            }
        }

        @Test("ends alone if it is a read, and leaves other calls on its connection")
        func abandonedRead() async throws {
            try await withClient { client in
                let abandoned = Task { await failure(of: Nap(milliseconds: 500), on: client) }
                let others = Task {
                    try await client.call(Nap(milliseconds: 1), in: .test("others"))
                }
                abandoned.cancel()
                #expect(await abandoned.value == .cancelled)
                let seen = try await others.value
                #expect(seen == ["others"])
            }
        }

        @Test("leaves the queue if it waits, and is never sent")
        func waitingWrite() async throws {
            try await withClient(named: "hearth queue") {
                $0.writeConnections = 1
                $0.statementTimeoutMilliseconds = 600_000
            } _: { client in
                let running = Task { await failure(of: longNap, on: client) }
                #expect(try await isNapping("hearth queue"))
                let waiting = Task {
                    await failure(of: WriteWord(word: "cancelled in the queue"), on: client)
                }
                waiting.cancel()
                #expect(await waiting.value == .cancelled)
                running.cancel()
                #expect(await running.value == .cancelled)
                _ = try await client.call(Backend(), in: nil)
            }
            #expect(try await count(of: "cancelled in the queue") == "0")
        }
    }
}

/// Waits until connections with the name run `pg_sleep`.
func isNapping(_ name: String, connections: Int = 1) async throws -> Bool {
    try await ScratchDatabase.waits(
        for: "\(connections)",
        """
        select count(*) from pg_stat_activity
        where application_name = '\(name)' and wait_event = 'PgSleep'
        """)
}

func count(of word: String) async throws -> String? {
    try await ScratchDatabase.administer(
        "select count(*) from public.written where word = '\(word)'"
    ).first?.first ?? nil
}
