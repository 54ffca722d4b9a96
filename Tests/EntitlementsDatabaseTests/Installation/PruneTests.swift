import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune")
struct PruneTests {
    private static let start: Timestamp = "2026-11-01T10:00:00Z"
    private static let later: Timestamp = "2999-01-01T00:00:00Z"

    @Test("areas share the maximum of a call, and calls are repeated until nothing is left")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for number in 0..<3 { _ = try await tenant.create("p_\(number)", key: "\(number)") }
            for number in 0..<2 {
                _ = try await tenant.ticket(
                    from: anonymous("\(number)"), to: "u_1", seconds: 60, at: Self.start)
            }
            let left = """
                select (select count(*) from entitlements.idempotent_answers)
                       + (select count(*) from entitlements.merge_tickets)
                """
            let first = try await scratch.database.callOne(Self.prune(maximum: 2))
            #expect(first.pruned == 2)
            #expect(try await scratch.ask(left) == "3")
            try await scratch.database.prune(Self.prune(maximum: 2))
            #expect(try await scratch.ask(left) == "0")
            #expect(try await scratch.database.callOne(Self.prune(maximum: 2)).pruned == 0)
        }
    }

    @Test("an area that fails is named, and holds up no other")
    func failing() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            _ = try await tenant.ticket(
                from: anonymous("a"), to: "u_1", seconds: 60, at: Self.start)
            try await scratch.administer(
                """
                create or replace function \(release).prune_runs(
                    keep_days integer, maximum integer, as_of timestamptz default null)
                returns bigint language plpgsql
                as $$ begin raise sqlstate 'XX001'; end $$
                """)
            let row = try await scratch.database.callOne(Self.prune(maximum: 10))
            #expect(row.pruned > 0)
            #expect(row.failure == "runs (XX001)")
            await #expect(throws: PruningFailed.self) {
                try await scratch.database.prune(Self.prune(maximum: 10))
            }
        }
    }

    @Test("what is not old stays")
    func young() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            _ = try await tenant.create("p_1", key: "a")
            let call = Self.prune(maximum: 10, at: nil)
            #expect(try await scratch.database.callOne(call).pruned == 0)
        }
    }

    private static func prune(maximum: Int32, at moment: Timestamp? = later) -> Prune {
        Prune(
            answersKeptHours: 48, runsKeptDays: 30, reservationsKeptDays: 400, usesKeptDays: 400,
            maximum: maximum, asOf: moment)
    }
}
