import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("confirm_reservation")
struct ConfirmReservationTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a confirmed reservation is used once and does not expire")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let reservation = try #require(
            try await tenant.reserve("scans", by: "u_1", 2, seconds: 60, at: noon).reservationID)
        let soon = noon.advanced(bySeconds: 59)
        let confirmed = try await tenant.confirmReservation(reservation, at: soon)
        #expect(confirmed["status"] == "used")
        #expect(confirmed["expires_at"] == .null)
        #expect(try await tenant.confirmReservation(reservation, at: soon) == confirmed)
        #expect(try await tenant.used("scans", by: "u_1", at: noon.advanced(byDays: 1)) == 2)
    }

    @Test("a confirmed reservation counts in the period of the reservation")
    func period() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let last: Timestamp = "2026-11-30T23:59:00Z"
        let reservation = try #require(
            try await tenant.reserve("scans", by: "u_1", seconds: 600, at: last).reservationID)
        let next = last.advanced(bySeconds: 120)
        #expect(try await tenant.confirmReservation(reservation, at: next)["used"] == 0)
        #expect(try await tenant.used("scans", by: "u_1", at: last) == 1)
    }

    @Test("an expired, released or unknown reservation is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let expired = try #require(
            try await tenant.reserve("scans", by: "u_1", seconds: 60, at: noon).reservationID)
        await expectFailure(.reservationExpired) {
            try await tenant.confirmReservation(expired, at: noon.advanced(bySeconds: 60))
        }
        let released = try #require(
            try await tenant.reserve("scans", by: "u_1", at: noon).reservationID)
        try await tenant.releaseReservation(released, at: noon)
        await expectFailure(.reservationReleased) {
            try await tenant.confirmReservation(released, at: noon)
        }
        let other = try await TestTenant.create(like: "metered")
        for (asked, reservation) in [(tenant, UUID()), (other, expired)] {
            await expectFailure(.reservationNotFound) {
                try await asked.confirmReservation(reservation, at: noon)
            }
        }
    }

    @Test("of a simultaneous confirmation and release, the release wins")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        let moment = noon
        for _ in 0..<8 {
            let reservation = try #require(
                try await tenant.reserve("scans", by: "u_1", at: noon).reservationID)
            let refusals = try await tenant.race([
                { try await tenant.confirmReservation(reservation, at: moment) },
                { try await tenant.releaseReservation(reservation, at: moment) },
                { try await tenant.confirmReservation(reservation, at: moment) },
            ])
            #expect(refusals[1] == nil)
            #expect(Set([refusals[0], refusals[2]]).isSubset(of: [nil, .reservationReleased]))
            #expect(try await tenant.used("scans", by: "u_1", at: noon) == 0)
        }
    }
}
