import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that what an unlimited entitlement covered does not count against an allowance later.
@Suite("Uses under an unlimited entitlement")
struct CoveredUseTests {
    private let start: Timestamp = "2026-10-01T00:00:00Z"
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    private static let plus = EntitlementID(unchecked: "plus")

    private static let limits: [(String, TenantDefinition.LimitPeriod?)] = [
        ("month", .every(.month)), ("rolling", .rolling(hours: 720)), ("ever", nil),
        ("subscription", .every(.subscription)),
    ]

    /// A tenant of limits with three free uses and no end for `plus`, which `u_1` has for ten days.
    private func tenant(
        in database: Database? = nil, counts: TenantDefinition.CountedUses = .withinAllowance,
        pool: TenantDefinition.HouseholdPool? = nil, to appUserID: String = "u_1"
    ) async throws -> TestTenant {
        let tenant = try await TestTenant.create(in: database) {
            $0.households.sharesGrants = true
            $0.limits = Self.limits.map { limit in
                TenantDefinition.Limit(
                    id: LimitID(unchecked: limit.0), period: limit.1, free: 3,
                    entitlements: [Self.plus: .unlimited(fairUse: 30)], pool: pool,
                    counts: counts)
            }
        }
        try await tenant.grant(to: appUserID, for: "P10D", at: start)
        return tenant
    }

    private func shown(
        _ limit: String, _ tenant: TestTenant, of appUserID: String = "u_1", at moment: Timestamp
    ) async throws -> String {
        let limit = try await tenant.limit(limit, of: appUserID, at: moment)
        return "\(text(limit?["used"])) of \(text(limit?["limit"]))"
    }

    private func text(_ number: JSONValue?) -> String {
        if case .integer(let number) = number { "\(number)" } else { "nothing" }
    }

    @Test("the allowance is whole when the entitlement ends", arguments: Self.limits.map(\.0))
    func ends(limit: String) async throws {
        let tenant = try await tenant()
        for _ in 0..<2 { try await tenant.consume(limit, by: "u_1", 10, at: day(2)) }
        #expect(try await shown(limit, tenant, at: day(3)) == "20 of nothing")
        #expect(try await shown(limit, tenant, at: day(11)) == "0 of 3")
        try await tenant.consume(limit, by: "u_1", 2, at: day(11))
        try await tenant.consume(limit, by: "u_1", reference: "last", at: day(12))
        await expectFailure(.limitReached) {
            try await tenant.consume(limit, by: "u_1", at: day(13))
        }
        #expect(try await shown(limit, tenant, at: day(13)) == "3 of 3")
        try await tenant.releaseUse(of: limit, by: "u_1", reference: "last", at: day(13))
        #expect(try await shown(limit, tenant, at: day(13)) == "2 of 3")
        // All count for the fair use while nothing limits them. A grant begins a period of its own.
        guard limit != "subscription" else { return }
        try await tenant.grant(to: "u_1", for: "P1D", at: day(14))
        #expect(try await shown(limit, tenant, at: day(14)) == "22 of nothing")
    }

    @Test("with `counts: all` they count", arguments: Self.limits.map(\.0))
    func all(limit: String) async throws {
        let tenant = try await tenant(counts: .all)
        try await tenant.consume(limit, by: "u_1", 20, at: day(2))
        #expect(try await shown(limit, tenant, at: day(11)) == "20 of 3")
        await expectFailure(.limitReached) {
            try await tenant.consume(limit, by: "u_1", at: day(11))
        }
        #expect(try await tenant.uses(of: limit, by: "u_1").map { $0["counts"] } == [true])
    }

    @Test("uses before and beside covered ones count, and the list says which")
    func mixed() async throws {
        let tenant = try await tenant(to: "u_2")
        try await tenant.consume("month", by: "u_1", 1, reference: "free", at: day(1))
        try await tenant.consume("rolling", by: "u_1", 2, at: day(1))
        try await tenant.grant(to: "u_1", for: "P3D", at: day(2))
        for limit in ["month", "rolling"] {
            try await tenant.consume(limit, by: "u_1", 5, reference: "a", at: day(3))
            try await tenant.consume(limit, by: "u_1", 2, at: day(3))
        }
        #expect(try await shown("month", tenant, at: day(6)) == "1 of 3")
        #expect(try await shown("rolling", tenant, at: day(6)) == "2 of 3")
        let uses = try await tenant.uses(of: "month", by: "u_1", pageLimit: 1)
        #expect(
            Set(uses.map { "\(text($0["amount"])) \($0["counts"] == true)" })
                == ["1 true", "5 false", "2 false"])
        #expect(uses.count == 3)
        // The rolling window is full after one more; the first free use leaves it first.
        try await tenant.consume("rolling", by: "u_1", at: day(6))
        let full = try await tenant.limit("rolling", of: "u_1", at: day(7))
        #expect(full?["resets_at"] == .string(day(31).rfc3339))
        #expect(full?["next_available_at"] == .string(day(31).rfc3339))
        let later = try await tenant.limit("rolling", of: "u_1", for: 3, at: day(31))
        #expect(later?["used"] == 1)
        #expect(later?["resets_at"] == .string(day(36).rfc3339))
        #expect(later?["next_available_at"] == .string(day(36).rfc3339))
        try await tenant.releaseUse(of: "month", by: "u_1", reference: "a", at: day(7))
        #expect(try await shown("month", tenant, at: day(7)) == "1 of 3")
    }

    @Test("a reservation is covered when it was made, also if it is confirmed later")
    func reserved() async throws {
        let tenant = try await tenant()
        let end = day(10).advanced(bySeconds: -60)
        let after = day(10).advanced(bySeconds: 60)
        for limit in ["month", "rolling", "ever"] {
            let held = try await tenant.reserve(limit, by: "u_1", 8, at: end)
            #expect(try await shown(limit, tenant, at: after) == "0 of 3")
            let own = try await tenant.reserve(limit, by: "u_1", 2, at: after)
            #expect(try await shown(limit, tenant, at: after) == "2 of 3")
            for one in [held, own] {
                try await tenant.confirmReservation(
                    try #require(one.reservationID), at: after)
            }
            #expect(try await shown(limit, tenant, at: after) == "2 of 3")
        }
    }

    @Test("a use with a moment of its own is judged at that moment")
    func told() async throws {
        let tenant = try await tenant()
        for (limit, period) in Self.limits where period != nil && limit != "subscription" {
            try await tenant.consume(limit, by: "u_1", 9, usedAt: day(3), at: day(12))
            try await tenant.consume(limit, by: "u_1", 2, usedAt: day(11), at: day(12))
            #expect(try await shown(limit, tenant, at: day(12)) == "2 of 3")
            let first = try await tenant.consume(limit, by: "u_1", 1, at: day(12))
            #expect(first["used"] == 3)
        }
    }

    @Test("in a pool the uses of all members are covered", arguments: ["month", "rolling", "ever"])
    func pool(limit: String) async throws {
        let tenant = try await tenant(pool: .init(perMember: 2))
        try await tenant.found("u_1", with: ["u_2"], at: start)
        for person in ["u_1", "u_2"] {
            try await tenant.consume(limit, by: person, 9, at: day(2))
        }
        #expect(try await shown(limit, tenant, of: "u_2", at: day(11)) == "0 of 3")
        try await tenant.consume(limit, by: "u_2", 2, at: day(11))
        await expectFailure(.limitReached) {
            try await tenant.consume(limit, by: "u_2", at: day(11))
        }
        try await tenant.consume(limit, by: "u_1", 1, at: day(11))
        #expect(try await shown(limit, tenant, of: "u_1", at: day(11)) == "3 of 3")
        let shown = try await tenant.limit(limit, of: "u_1", at: day(11))
        #expect(shown?["pool"]?["own_used"] == 1)
    }

    @Test("a merge adds what counts, and old uses are pruned with what was covered")
    func merged() async throws {
        try await ScratchDatabase.with { scratch in
            let phone = "$RCAnonymousID:00000000000000000000000000000001"
            let tenant = try await tenant(in: scratch.database, to: phone)
            try await tenant.create("u_1", "identified")
            try await tenant.consume("ever", by: phone, 6, at: day(2))
            try await tenant.consume("ever", by: phone, 1, at: day(11))
            try await tenant.consume("ever", by: "u_1", 1, at: day(12))
            try await tenant.identify(phone, as: "u_1", at: day(13))
            #expect(try await shown("ever", tenant, at: day(14)) == "2 of 3")
            let late = day(600)
            #expect(try await scratch.prune("uses", kept: 400, at: late) == 3)
            #expect(try await shown("ever", tenant, at: late) == "2 of 3")
        }
    }
}
