import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("release_reservation")
struct ReleaseReservationTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a reservation or referenced use is released once")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let reserved = try await tenant.reserve("recipes", by: "u_1", 2, at: noon)
        let used = try await tenant.consume(
            "recipes", by: "u_1", 3, reference: "recipe 9", at: noon)
        #expect(used["used"] == 5)
        for (given, left) in [(reserved, JSONValue.integer(3)), (used, 0)] {
            let reservation = try #require(given.reservationID)
            let released = try await tenant.releaseReservation(reservation, at: noon)
            #expect(released["status"] == "released")
            #expect(released["used"] == left)
            #expect(try await tenant.releaseReservation(reservation, at: noon) == released)
        }
    }

    @Test("a released reference can be used again")
    func anew() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let first = try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
        try await tenant.releaseReservation(try #require(first.reservationID), at: noon)
        let second = try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
        #expect(second.reservationID != first.reservationID)
        #expect(second["used"] == 1)
    }

    @Test("an unknown reservation is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        await expectFailure(.reservationNotFound) { try await tenant.releaseReservation(UUID()) }
    }

    @Test("simultaneous releases release once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        try await tenant.consume("scans", by: "u_1", at: noon)
        let reservation = try #require(
            try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
                .reservationID)
        let moment = noon
        let refusals = try await tenant.race(
            (0..<8).map { _ in
                { try await tenant.releaseReservation(reservation, at: moment) }
            })
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 1)
    }
}
