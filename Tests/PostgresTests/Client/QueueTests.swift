import TestSupport
import Testing
import Threads

@testable import Postgres

extension PostgresTests {
    @Suite("Calls that wait")
    struct QueueTests {
        @Test("are sent in order of arrival", arguments: [1, 3])
        func firstComeFirstServed(callsInFlight: Int) async throws {
            let pool = ConnectionPool(
                name: "queue",
                limits: .init(
                    connections: 1, callsInFlightPerConnection: callsInFlight, waitingCalls: 100,
                    silence: .seconds(10)),
                target: .init(connectionString: try ScratchDatabase.current.connectionString),
                outages: OutageLog(logger: .silent, connections: 1), threads: ThreadGroup())
            defer { pool.close() }
            let words = (0..<50).map { "turn \($0) of \(callsInFlight)" }
            let calls = try words.map(Self.word)
            calls.prefix(25).forEach(pool.submit)
            _ = pool.tick(at: .now)
            calls.dropFirst(25).forEach(pool.submit)
            for call in calls { _ = try await call.answer().get() }
            let rows = try await ScratchDatabase.administer(
                """
                select word from public.written where word like 'turn % of \(callsInFlight)'
                order by xmin::text::bigint
                """)
            #expect(rows.map { $0.first } == words)
        }

        @Test("fail by an outage if they waited through it, also if it has just ended")
        func outage() async throws {
            let pool = ConnectionPool(
                name: "outage",
                limits: .init(
                    connections: 1, callsInFlightPerConnection: 1, waitingCalls: 10,
                    silence: .seconds(10)),
                target: .init(connectionString: try ScratchDatabase.current.connectionString),
                outages: OutageLog(logger: .silent, connections: 1), threads: ThreadGroup())
            defer { pool.close() }
            let nap = try TypedPendingCall(
                Nap(milliseconds: 3_000), by: Statement(calling: Nap.self), in: nil,
                until: .now + .seconds(20))
            let early = try Self.word("early")
            pool.submit(nap)
            pool.submit(early)
            _ = pool.tick(at: .now)
            #expect(await eventually { pool.openConnections == 1 })
            let late = try Self.word("late")
            pool.submit(late)
            _ = pool.tick(at: .now + .seconds(30))
            await #expect(throws: PostgresError.unreachable) { try await early.answer().get() }
            await #expect(throws: PostgresError.waitedTooLong) { try await late.answer().get() }
        }

        private static func word(_ word: String) throws -> TypedPendingCall<WriteWord> {
            try TypedPendingCall(
                WriteWord(word: word), by: Statement(calling: WriteWord.self), in: nil,
                until: .now + .seconds(20))
        }
    }
}
