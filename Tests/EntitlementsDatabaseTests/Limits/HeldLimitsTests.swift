import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("use_limits with an expiry makes a reservation")
struct HeldLimitsTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a reservation counts as used until it expires")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let reserved = try await tenant.reserve("scans", by: "u_1", 3, seconds: 60, at: noon)
        #expect(reserved["status"] == "reserved")
        #expect(reserved["expires_at"] == "2026-11-21T12:01:00.000Z")
        #expect(reserved["used"] == 3)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_1", at: noon.advanced(bySeconds: 59))
        }
        let late = noon.advanced(bySeconds: 60)
        #expect(try await tenant.consume("scans", by: "u_1", at: late)["used"] == 1)
    }

    @Test("a reservation beyond the limit is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        await expectFailure(.limitReached) {
            try await tenant.reserve("scans", by: "u_1", 4, at: noon)
        }
        await expectFailure(.limitNotInCatalog) { try await tenant.reserve("scams", by: "u_1") }
    }

    @Test("a reference is reserved once, and again after it expired")
    func repeated() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let first = try await tenant.reserve(
            "scans", by: "u_1", reference: "job", seconds: 60, at: noon)
        let again = try await tenant.reserve(
            "scans", by: "u_1", reference: "job", seconds: 60, at: noon.advanced(bySeconds: 30))
        #expect(first == again)
        let late = noon.advanced(bySeconds: 61)
        let anew = try await tenant.reserve("scans", by: "u_1", reference: "job", at: late)
        #expect(anew.reservationID != first.reservationID)
        #expect(anew["used"] == 1)
        await expectFailure(.referenceReused) {
            try await tenant.reserve("scans", by: "u_1", 2, reference: "job", at: late)
        }
    }

    @Test("simultaneous reservations never exceed the limit")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        let moment = noon
        let refusals = try await tenant.race(
            (0..<8).map { _ in { try await tenant.reserve("scans", by: "u_1", at: moment) } })
        #expect(refusals.count { $0 == nil } == 3)
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 3)
    }
}
