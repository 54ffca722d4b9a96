import Logging
import TestSupport
import Testing
import Threads

@testable import Postgres

extension PostgresTests {
    @Suite("A server that does not answer")
    struct SilentServerTests {
        @Test("is given up after a while")
        func silence() async throws {
            let answers = try await answers(to: [Nap(milliseconds: 10_000)])
            #expect(answers == [.connectionLost(outcomeUnknown: true)])
        }

        @Test("is told apart from one that answers slow calls one after another")
        func slowCalls() async throws {
            let naps = (0..<8).map { _ in Nap(milliseconds: 150) }
            let answers = try await answers(to: naps)
            #expect(answers == naps.map { _ in nil })
        }

        /// The error of each call, on a connection that gives up after half a second of silence.
        private func answers(to calls: [Nap]) async throws -> [PostgresError?] {
            let pool = ConnectionPool(
                name: "silent",
                limits: .init(
                    connections: 1, callsInFlightPerConnection: 64, waitingCalls: 64,
                    silence: .milliseconds(500)),
                target: .init(connectionString: try ScratchDatabase.current.connectionString),
                outages: OutageLog(logger: .silent, connections: 1), threads: ThreadGroup())
            defer { pool.close() }
            let pending = try calls.map {
                try TypedPendingCall(
                    $0, by: Statement(calling: Nap.self), in: nil, until: .now + .seconds(20))
            }
            pending.forEach(pool.submit)
            _ = pool.tick(at: .now)
            var errors: [PostgresError?] = []
            for call in pending {
                switch await call.answer() {
                case .success: errors.append(nil)
                case .failure(let error): errors.append(error)
                }
            }
            return errors
        }
    }
}
