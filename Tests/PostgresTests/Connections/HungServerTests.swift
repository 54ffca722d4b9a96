import Glibc
import Postgres
import TestSupport
import Testing

extension PostgresTests {
    @Suite("A server that hangs", .timeLimit(.minutes(5)))
    struct HungServerTests {
        @Test("is given up long before its timeouts; reads are repeated, and writes are not")
        func hung() async throws {
            let name = "hearth hung"
            try await withClient(named: name) {
                $0.statementTimeoutMilliseconds = 60_000
                $0.pingTimeoutMilliseconds = 1_000
            } _: { client in
                _ = try await client.call(Backend(), in: nil)
                let read = try await client.call(ScopeSeen(), in: nil)
                #expect(read == [""])
                try await Self.whileSessionsAreStopped(of: name) {
                    let begin = ContinuousClock.now
                    async let written = failure(of: WriteWord(word: "hung"), on: client)
                    async let seen = client.call(ScopeSeen(), in: nil)
                    #expect(await written == .connectionLost(outcomeUnknown: true))
                    #expect(begin.duration(to: .now) < .seconds(30))
                    // New connections reach the server again.
                    #expect(try await seen == [""])
                    _ = try await client.call(Backend(), in: nil)
                }
            }
        }

        @Test("is told apart from one that is slow")
        func slow() async throws {
            try await withClient {
                $0.pingTimeoutMilliseconds = 2_000
            } _: { client in
                async let read = failure(of: Nap(milliseconds: 4_000), on: client)
                async let written = failure(of: WriteNap(milliseconds: 4_000), on: client)
                #expect(await read == nil)
                #expect(await written == nil)
            }
        }

        /// Stops all sessions of a client, and lets them go on after the body.
        private static func whileSessionsAreStopped(
            of name: String, _ body: () async throws -> Void
        ) async throws {
            let count = "select count(*) from pg_stat_activity where application_name = '\(name)'"
            // One for reads, two for writes, and one for pings.
            #expect(try await ScratchDatabase.waits(for: "4", count))
            let sessions = try await ScratchDatabase.administer(
                "select pid from pg_stat_activity where application_name = '\(name)'")
            let processes = sessions.compactMap { $0[0].flatMap { pid_t($0) } }
            for process in processes { kill(process, SIGSTOP) }
            defer { for process in processes { kill(process, SIGCONT) } }
            try await body()
        }
    }
}
