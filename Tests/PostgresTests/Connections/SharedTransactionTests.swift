import TestSupport
import Testing
import Threads

@testable import Postgres

extension PostgresTests {
    @Suite("Reads that share a transaction")
    struct SharedTransactionTests {
        @Test("waiting reads share the next transaction, up to the limit")
        func shared() async throws {
            let began = try await answers(to: (0..<33).map { _ in Began() }, in: .test("one"))
            // The first read prepares the statement for the others, so it goes alone.
            let transactions = began.split { $0 != $1 }.map(\.count)
            #expect(transactions == [1, 16, 16])
        }

        @Test("a call without a scope shares no transaction")
        func unscoped() async throws {
            let began = try await answers(to: (0..<9).map { _ in Began() }, in: nil)
            #expect(Set(began).count == 9)
        }

        @Test("a call that is rolled back shares no transaction")
        func rolledBack() async throws {
            let calls = (0..<9).map { Began(rollsBack: $0.isMultiple(of: 3)) }
            let began = try await answers(to: calls, in: .test("one"))
            #expect(began.split { $0 != $1 }.map(\.count) == [1, 2, 1, 2, 1, 2])
        }

        @Test("after a failed read, earlier ones have answers and later ones are sent again")
        func failing() async throws {
            try await withPool(connections: 1) { pool in
                let one = try pending(Refuse(), in: .test("warm"))
                let warm = try pending(ScopeSeen(), in: .test("warm"))
                let scopes = (0..<6).map { Scope.test("scope \($0)") }
                let before = try scopes[..<3].map { try pending(ScopeSeen(), in: $0) }
                let refused = try pending(Refuse(code: "of_its_own"), in: .test("refused"))
                let after = try scopes[3...].map { try pending(ScopeSeen(), in: $0) }
                let calls: [any PendingCall] = [one, warm] + before + [refused] + after
                calls.forEach(pool.submit)
                _ = pool.tick(at: .now)
                let refusal = await refused.answer()
                for (call, scope) in zip(before + after, scopes) {
                    #expect(try await call.answer().get() == [scope.value])
                }
                #expect(throws: PostgresError.self) { try refusal.get() }
            }
        }

        @Test("a slow read delays no other, which uses the next connection")
        func slow() async throws {
            try await withPool(connections: 2, slowness: .zero) { pool in
                _ = pool.tick(at: .now)
                #expect(await eventually { pool.openConnections == 2 })
                let slow = try pending(Nap(milliseconds: 1_000), in: .test("slow"))
                let quick = try pending(ScopeSeen(), in: .test("quick"))
                pool.submit(slow)
                pool.submit(quick)
                #expect(try await quick.answer().get() == ["quick"])
                #expect(!slow.isAbandoned, "It has no answer yet.")
                #expect(try await slow.answer().get() == ["slow"])
            }
        }

        private func answers(to calls: [Began], in scope: Scope?) async throws -> [Int64] {
            try await withPool(connections: 1) { pool in
                // All calls wait before there is a connection.
                let calls = try calls.map { try pending($0, in: scope) }
                calls.forEach(pool.submit)
                _ = pool.tick(at: .now)
                var answers: [Int64] = []
                for call in calls { answers += try await call.answer().get() }
                return answers
            }
        }

        private func pending<Call: FunctionCall>(
            _ call: Call, in scope: Scope?
        ) throws -> TypedPendingCall<Call> {
            try TypedPendingCall(
                call, by: Statement(calling: Call.self), in: scope, until: .now + .seconds(20))
        }

        private func withPool<Result>(
            connections: Int, slowness: Duration = .seconds(10),
            _ body: (ConnectionPool) async throws -> Result
        ) async throws -> Result {
            let pool = ConnectionPool(
                name: "shared",
                limits: .init(
                    connections: connections, callsInFlightPerConnection: 128,
                    callsPerTransaction: 16, slowness: slowness, waitingCalls: 128,
                    silence: .seconds(10)),
                target: .init(connectionString: try ScratchDatabase.current.connectionString),
                outages: OutageLog(logger: .silent, connections: 1), threads: ThreadGroup())
            defer { pool.close() }
            return try await body(pool)
        }
    }
}

extension Array where Element: Equatable {
    /// Splits the array into runs of equal elements.
    fileprivate func split(_ differ: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { runs, element in
            if let last = runs.last?.last, !differ(last, element) {
                runs[runs.count - 1].append(element)
            } else {
                runs.append([element])
            }
        }
    }
}
