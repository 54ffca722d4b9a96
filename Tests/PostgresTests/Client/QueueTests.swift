import TestSupport
import Testing

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
                connectionString: try ScratchDatabase.current.connectionString, options: [],
                outages: OutageLog(logger: .silent))
            defer { pool.close() }
            let words = (0..<50).map { "turn \($0) of \(callsInFlight)" }
            let calls = try words.map {
                try TypedPendingCall(
                    WriteWord(word: $0), by: Statement(calling: WriteWord.self), in: nil,
                    until: .now + .seconds(20))
            }
            calls.prefix(25).forEach(pool.submit)
            _ = pool.tick(at: .now)
            calls.dropFirst(25).forEach(pool.submit)
            for call in calls { _ = try await call.answer().get() }
            let rows = try await ScratchDatabase.administer(
                """
                select word from public.written where word like 'turn % of \(callsInFlight)'
                order by ctid
                """)
            #expect(rows.map { $0.first } == words)
        }
    }
}
