import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("check_code")
struct CheckCodeTests {
    private let start: Timestamp = "2100-01-01T00:00:00Z"

    @Test("a check says what the code gives, and changes nothing")
    func works() async throws {
        let until = start.advanced(byDays: 9)
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving { ($0.validUntil, $0.maxRedemptions) = (until, 1) }]
        }
        let rows = try await tenant.codeRows()
        for _ in 0..<2 {
            let answer = try await tenant.check("launch-26", for: "u_1", at: start)
            #expect(answer["campaign_id"] == "launch")
            #expect(answer["gives"]?["entitlement_id"] == "plus")
            #expect(answer["gives"]?["duration"] == "P30D")
            #expect(answer["valid_until"] == .string(until.rfc3339))
        }
        #expect(try await tenant.codeRows() == rows)
        #expect(try await tenant.wrongCodes() == [:])
    }

    @Test("a check is refused exactly as the redemption would be")
    func refused() async throws {
        let until = start.advanced(byDays: 9)
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [
                .giving { ($0.validUntil, $0.maxRedemptions) = (until, 1) },
                .giving(as: "more", code: "MORE1") { $0.gives.extends = true },
            ]
            $0.codes.attemptsPerHour = 1
        }
        try await expectUnredeemed(.codeExpired, in: tenant) {
            try await tenant.check("LAUNCH-26", for: "u_1", at: until)
        }
        try await expectUnredeemed(.codeNotForYou, because: "nothing_to_extend", in: tenant) {
            try await tenant.check("MORE1", for: "u_1", at: start)
        }
        try await tenant.redeem("LAUNCH-26", by: "u_1", at: start)
        try await expectUnredeemed(.codeUsedUp, in: tenant) {
            try await tenant.check("LAUNCH-26", for: "u_2", at: start)
        }
        try await expectUnredeemed(.codeNotFound, in: tenant) {
            try await tenant.check("WRONG", for: "u_2", at: start)
        }
        try await expectUnredeemed(.tooManyCodeAttempts, in: tenant) {
            try await tenant.check("LAUNCH-26", for: "u_2", at: start)
        }
    }

    @Test("simultaneous checks of wrong codes are all counted")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces { $0.codes.campaigns = [.giving()] }
        let moment = start
        let refusals = try await tenant.race(
            (0..<16).map { _ in { try await tenant.check("WRONG", for: "u_1", at: moment) } })
        #expect(refusals.count { $0 == .codeNotFound } == 10)
        let counted = try #require(try await tenant.wrongCodes()["u_1"].flatMap { Int($0) })
        #expect(10...16 ~= counted)
    }
}
