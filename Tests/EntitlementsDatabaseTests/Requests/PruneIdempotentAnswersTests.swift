import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("prune_idempotent_answers", .serialized)
struct PruneIdempotentAnswersTests {
    /// After every expiry of the tests.
    private let later: Timestamp = "2999-01-01T00:00:00Z"

    @Test("expired answers of every tenant are deleted, and others are not")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            for name in ["a", "b"] {
                let tenant = try await TestTenant.create(in: scratch.database)
                _ = try await tenant.create("u_1", key: name)
            }
            #expect(try await scratch.prune(at: nil) == 0)
            try await scratch.administer(
                """
                update entitlements.idempotent_answers
                   set created_at = now() - interval '24 hours 1 second'
                 where idempotency_key = 'a'
                """)
            #expect(try await scratch.prune(at: nil) == 1)
            #expect(try await scratch.keys() == [["b"]])
            #expect(try await scratch.prune(at: later) == 1)
        }
    }

    @Test("the oldest expired answers are deleted first, in batches")
    func limited() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for number in 0..<5 { _ = try await tenant.create("p_\(number)", key: "\(number)") }
            #expect(try await scratch.prune(maximum: 3, at: later) == 3)
            #expect(try await scratch.keys() == [["3"], ["4"]])
            #expect(try await scratch.prune(maximum: 3, at: later) == 2)
            #expect(try await scratch.prune(maximum: 3, at: later) == 0)
        }
    }

    @Test("simultaneous calls delete each answer once, without waiting")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for number in 0..<8 { _ = try await tenant.create("p_\(number)", key: "\(number)") }
            let pruned = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<4 { group.addTask { try await scratch.prune(maximum: 2, at: later) } }
                return try await group.reduce(0, +)
            }
            #expect(pruned == 8 - Int64(try await scratch.keys().count))
            while try await scratch.prune(maximum: 2, at: later) > 0 {}
            #expect(try await scratch.keys() == [])
        }
    }
}

extension ScratchDatabase {
    fileprivate func prune(maximum: Int = 100, at moment: Timestamp?) async throws -> Int64 {
        try await prune("idempotent_answers", kept: 24, maximum: maximum, at: moment)
    }

    fileprivate func keys() async throws -> [[String?]] {
        try await administer(
            "select idempotency_key from entitlements.idempotent_answers order by 1")
    }
}
