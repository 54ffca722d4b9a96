import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Entitlements

@Suite("Uses that are dated back")
struct DatedUseTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a dated use counts in the window that holds it, and is not refused for the limit")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.limits[0].period = .rolling(hours: 24)
            $0.limits[0].free = 3
        }
        let october = noon.advanced(byDays: -30)
        let told = try await tenant.consume("scans", by: "u_1", 9, usedAt: october, at: noon)
        #expect(told["used"] == 0)
        #expect(try await tenant.used("scans", by: "u_1", at: october) == 9)
        try await tenant.consume("recipes", by: "u_1", 2, at: noon)
        let hours = { (hours: Int64) in noon.advanced(bySeconds: -hours * 3_600) }
        let second = try await tenant.consume("recipes", by: "u_1", 5, usedAt: hours(20), at: noon)
        #expect(second["used"] == 7)
        #expect(second["remaining"] == 0)
        #expect(second["resets_at"] == .string(hours(-4).rfc3339))
        try await tenant.consume("recipes", by: "u_1", 4, usedAt: hours(25), at: noon)
        await expectFailure(.limitReached) {
            try await tenant.consume("recipes", by: "u_1", at: noon)
        }
        #expect(try await tenant.used("recipes", by: "u_1", at: hours(-4)) == 2)
        #expect(try await tenant.used("recipes", by: "u_1", at: hours(2)) == 9)
    }

    @Test("a use of the future, or of more than 366 days ago, is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let moment = noon
        for usedAt in [noon.advanced(bySeconds: 1), noon.advanced(byDays: -367)] {
            await expectFailure(.usedAtOutOfRange) {
                try await tenant.consume("scans", by: "u_1", usedAt: usedAt, at: moment)
            }
        }
        #expect(try await tenant.uses(of: "scans", by: "u_1") == [])
        for usedAt in [noon, noon.advanced(byDays: -366)] {
            try await tenant.consume("scans", by: "u_1", usedAt: usedAt, at: noon)
        }
    }

    @Test("a dated use with a reference counts once, and frees an expired reservation's reference")
    func repeated() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let past = noon.advanced(byDays: -2)
        try await tenant.reserve(
            "scans", by: "u_1", reference: "page", seconds: 60, at: noon.advanced(byDays: -1))
        for _ in 0..<2 {
            let used = try await tenant.consume(
                "scans", by: "u_1", reference: "page", usedAt: past, at: noon)
            #expect(used["used"] == 1)
        }
        let uses = try await tenant.uses(of: "scans", by: "u_1")
        #expect(uses.map { $0["used_at"] } == [.string(past.rfc3339)])
    }

    @Test("simultaneous uses, dated and not, are all in the total")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered") {
            $0.limits[1].free = 1_000
        }
        let moment = noon
        let refusals = try await tenant.race(
            (0..<16).map { number in
                {
                    try await tenant.consume(
                        "scans", by: "u_1",
                        usedAt: number % 2 == 0
                            ? moment.advanced(bySeconds: Int64(number % 6) * -60) : nil,
                        at: moment)
                }
            })
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await tenant.used("scans", by: "u_1", at: moment) == 16)
    }
}
