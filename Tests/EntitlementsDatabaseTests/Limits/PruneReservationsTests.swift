import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_reservations")
struct PruneReservationsTests {
    @Test("old reservations are deleted, unless their usage can still be released")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(like: "metered", in: own.database)
            let start: Timestamp = "2025-01-01T10:00:00Z"
            try await tenant.consume("scans", by: "u_1", reference: "page", at: start)
            try await tenant.reserve("recipes", by: "u_1", reference: "failed", at: start)
            let kept = try await tenant.consume(
                "recipes", by: "u_1", reference: "recipe", at: start)
            let prune = { (moment: Timestamp) in
                try await own.prune("reservations", kept: 400, at: moment)
            }
            #expect(try await prune(start.advanced(byDays: 400)) == 0)
            #expect(try await prune(start.advanced(byDays: 401)) == 2)
            #expect(try await prune(start.advanced(byDays: 401)) == 0)
            let late = start.advanced(byDays: 500)
            let released = try await tenant.releaseReservation(
                try #require(kept.reservationID), at: late)
            #expect(released["used"] == 0)
        }
    }
}
