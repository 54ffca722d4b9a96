import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Entitlements

@Suite("Limits with a rolling window")
struct RollingLimitTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"
    private let phone = "$RCAnonymousID:phone"

    private func tenant(
        days: Int = 30, free: Int = 3, forRaces: Bool = false
    ) async throws -> TestTenant {
        let change = { (tenant: inout TenantDefinition) in
            tenant.limits[1].period = .rolling(hours: days * 24)
            tenant.limits[1].free = free
        }
        return forRaces
            ? try await TestTenant.createForRaces(like: "metered", change)
            : try await TestTenant.create(like: "metered", change)
    }

    @Test("each use leaves the window at its own moment")
    func works() async throws {
        let tenant = try await tenant()
        let empty = try await tenant.limit("scans", of: "u_1", at: noon)
        #expect(empty?["resets_at"] == .null)
        for hours in [0, 1, 2] {
            let used = try await tenant.consume(
                "scans", by: "u_1", at: noon.advanced(bySeconds: Int64(hours) * 3_600))
            #expect(used["used"] == .integer(Int64(hours) + 1))
            #expect(used["resets_at"] == "2026-12-21T12:00:00.000Z")
        }
        let end = noon.advanced(byDays: 30)
        #expect(try await tenant.used("scans", by: "u_1", at: end.advanced(bySeconds: -1)) == 3)
        #expect(try await tenant.used("scans", by: "u_1", at: end) == 2)
        let after = try await tenant.consume("scans", by: "u_1", at: end)
        #expect(after["used"] == 3)
        #expect(after["resets_at"] == "2026-12-21T13:00:00.000Z")
        #expect(after["next_available_at"] == "2026-12-21T13:00:00.000Z")
    }

    @Test("a refusal says when the amount will be available")
    func refused() async throws {
        let tenant = try await tenant(free: 5)
        for (days, amount) in [(0, Int32(1)), (1, 2), (2, 2)] {
            try await tenant.consume(
                "scans", by: "u_1", amount, at: noon.advanced(byDays: Int64(days)))
        }
        let asked = noon.advanced(byDays: 3)
        for (amount, moment) in [
            (Int32(1), JSONValue.string("2026-12-21T12:00:00.000Z")),
            (2, "2026-12-22T12:00:00.000Z"), (3, "2026-12-22T12:00:00.000Z"),
            (4, "2026-12-23T12:00:00.000Z"), (6, .null),
        ] {
            let failure = try #require(
                await #expect(throws: Failure.self) {
                    try await tenant.consume("scans", by: "u_1", amount, at: asked)
                })
            #expect(failure.code == .limitReached)
            let shown = try JSONParser.parse(failure.members ?? [])
            #expect(shown["next_available_at"] == moment)
            let limit = try await tenant.limit("scans", of: "u_1", for: amount, at: asked)
            #expect(limit?["next_available_at"] == moment)
        }
        #expect(try await tenant.used("scans", by: "u_1", at: asked) == 5)
    }

    @Test("a use with a reference counts once and is given back in its place")
    func repeated() async throws {
        let tenant = try await tenant()
        let first = try await tenant.consume("scans", by: "u_1", reference: "a", at: noon)
        let later = noon.advanced(byDays: 1)
        try await tenant.consume("scans", by: "u_1", 2, at: later)
        let again = try await tenant.consume("scans", by: "u_1", reference: "a", at: later)
        #expect(again.reservationID == first.reservationID)
        #expect(again["used"] == 3)
        let released = try await tenant.releaseReservation(
            try #require(first.reservationID), at: later)
        #expect(released["used"] == 2)
        #expect(released["resets_at"] == "2026-12-22T12:00:00.000Z")
        let end = noon.advanced(byDays: 31)
        #expect(try await tenant.used("scans", by: "u_1", at: end.advanced(bySeconds: -1)) == 2)
        #expect(try await tenant.used("scans", by: "u_1", at: end) == 0)
    }

    @Test("a reservation counts from the moment it was made, whenever it is confirmed")
    func reserved() async throws {
        let tenant = try await tenant()
        let reserved = try await tenant.reserve("scans", by: "u_1", 2, seconds: 3_600, at: noon)
        #expect(reserved["resets_at"] == "2026-12-21T12:00:00.000Z")
        try await tenant.consume("scans", by: "u_1", at: noon.advanced(bySeconds: 60))
        try await tenant.confirmReservation(
            try #require(reserved.reservationID), at: noon.advanced(bySeconds: 600))
        let end = noon.advanced(byDays: 30)
        #expect(try await tenant.used("scans", by: "u_1", at: end.advanced(bySeconds: -1)) == 3)
        #expect(try await tenant.used("scans", by: "u_1", at: end) == 1)
        #expect(try await tenant.used("scans", by: "u_1", at: end.advanced(bySeconds: 60)) == 0)
    }

    @Test("a merge adds windows up, and its undo separates them")
    func merged() async throws {
        let tenant = try await tenant()
        try await tenant.consume("scans", by: "u_1", at: noon)
        try await tenant.consume("scans", by: phone, 2, at: noon.advanced(byDays: 1))
        let later = noon.advanced(byDays: 2)
        let merge = try await tenant.identify(phone, as: "u_1", at: later)
        #expect(merge["moved"]?["usage"] == [["used": 2, "limit_id": "scans"]])
        #expect(try await tenant.used("scans", by: phone, at: later) == 3)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_1", at: later)
        }
        try await tenant.undo(try #require(merge.mergeID), at: later)
        #expect(try await tenant.used("scans", by: "u_1", at: later) == 1)
        #expect(try await tenant.used("scans", by: phone, at: later) == 2)
    }

    @Test("another window in the tenant file counts the uses that fall into it")
    func changed() async throws {
        let tenant = try await tenant()
        try await tenant.consume("scans", by: "u_1", at: "2026-10-31T12:00:00Z")
        try await tenant.consume("scans", by: "u_1", 2, at: noon)
        let end = noon.advanced(byDays: 1)
        for (period, used) in [
            (TenantDefinition.LimitPeriod.every(.day), JSONValue.integer(0)),
            (.every(.month), 2), (.every(.year), 3), (.rolling(hours: 24), 0),
            (.rolling(hours: 25), 2), (nil, 3),
        ] {
            try await tenant.apply(like: "metered") { $0.limits[1].period = period }
            #expect(try await tenant.used("scans", by: "u_1", at: end) == used)
        }
    }

    @Test("sixteen simultaneous uses never exceed the window")
    func raced() async throws {
        let tenant = try await tenant(free: 10, forRaces: true)
        let moment = noon
        for round in 0..<TestEffort.share(of: 200, atLeast: 4) {
            let person = "u_\(round)"
            let refusals = try await tenant.race(
                (0..<16).map { number in
                    {
                        if number % 4 == 0 {
                            try await tenant.reserve("scans", by: person, at: moment)
                        } else {
                            try await tenant.consume("scans", by: person, at: moment)
                        }
                    }
                })
            #expect(refusals.count { $0 == nil } == 10)
            #expect(refusals.count { $0 == .limitReached } == 6)
            #expect(try await tenant.used("scans", by: person, at: moment) == 10)
        }
    }
}
