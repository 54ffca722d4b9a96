import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_uses")
struct PruneUsesTests {
    @Test("a pool that never resets keeps its uses")
    func pool() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database, PoolTenant.rules)
            let start: Timestamp = "2025-01-01T10:00:00Z"
            try await tenant.found("u_1", with: ["u_2"], at: start)
            for limit in ["recipes", "imports"] {
                try await tenant.consume(limit, by: "u_2", 2, at: start.advanced(byDays: 1))
            }
            let late = start.advanced(byDays: 500)
            #expect(try await own.prune("uses", kept: 400, at: late) == 1)
            #expect(try await tenant.used("recipes", by: "u_1", at: late) == 2)
        }
    }

    @Test("old uses are deleted, and limits that never reset go on counting them")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(like: "metered", in: own.database)
            let start: Timestamp = "2025-01-01T10:00:00Z"
            let kept = try await tenant.consume(
                "recipes", by: "u_1", 2, reference: "soup", at: start)
            try await tenant.consume("recipes", by: "u_1", at: start.advanced(byDays: 1))
            try await tenant.consume("recipes", by: "u_1", at: start.advanced(byDays: 300))
            try await tenant.consume("scans", by: "u_1", at: start)
            let prune = { (days: Int64, maximum: Int) in
                try await own.prune(
                    "uses", kept: 400, maximum: maximum, at: start.advanced(byDays: days))
            }
            #expect(try await prune(400, 100) == 0)
            #expect(try await prune(402, 2) == 2)
            #expect(try await prune(402, 100) == 1)
            #expect(try await prune(402, 100) == 0)
            let late = start.advanced(byDays: 500)
            #expect(try await tenant.used("recipes", by: "u_1", at: late) == 4)
            #expect(try await tenant.consume("recipes", by: "u_1", at: late)["used"] == 5)
            let released = try await tenant.releaseReservation(
                try #require(kept.reservationID), at: late)
            #expect(released["used"] == 3)
            #expect(try await tenant.used("scans", by: "u_1", at: late) == 0)
        }
    }
}
