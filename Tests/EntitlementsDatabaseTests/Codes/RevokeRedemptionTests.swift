import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("revoke_redemption")
struct RevokeRedemptionTests {
    private let start: Timestamp = "2100-01-01T00:00:00Z"

    @Test("what a redemption gave ends, and the redemption stays counted")
    func works() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving { $0.maxRedemptions = 1 }]
        }
        let redemption = try #require(
            try await tenant.redeem("LAUNCH-26", by: "u_1", at: start).redemptionID)
        let moment = start.advanced(byDays: 1)
        let answer = try await tenant.revoke(redemption: redemption, at: moment)
        #expect(answer["revoked_at"] == .string(moment.rfc3339))
        #expect(answer["revoked_because"] == "revoked")
        #expect(try await tenant.standing(of: "u_1", at: moment) == .inactive("expired"))
        await expectFailure(.codeUsedUp) { try await tenant.redeem("LAUNCH-26", by: "u_2") }
        let entry = try await tenant.auditEntries(of: "u_1").first { $0["action"] == "revoke_code" }
        #expect(entry?["actor"] == "secret_key:test")
    }

    @Test("an unknown redemption, and one of another tenant, are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let theirs = try #require(try await other.redeem("LAUNCH-26", by: "u_1").redemptionID)
        for redemption in [UUID(), theirs] {
            try await expectUnredeemed(.redemptionNotFound, in: tenant) {
                try await tenant.revoke(redemption: redemption)
            }
        }
    }

    @Test("a repeated revocation changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let redemption = try #require(try await tenant.redeem("LAUNCH-26", by: "u_1").redemptionID)
        let first = try await tenant.revoke(redemption: redemption)
        let rows = try await tenant.codeRows()
        var again = try await tenant.revoke(redemption: redemption)
        #expect(again["revoked_at"] == first["revoked_at"])
        again = try await tenant.revoke(redemption: redemption)
        #expect(try await tenant.codeRows() == rows)
    }

    @Test("simultaneous revocations take back once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces { $0.codes.campaigns = [.giving()] }
        let redemption = try #require(try await tenant.redeem("LAUNCH-26", by: "u_1").redemptionID)
        let refusals = try await tenant.race(
            (0..<8).map { _ in { try await tenant.revoke(redemption: redemption) } })
        #expect(refusals == [ErrorCode?](repeating: nil, count: 8))
        let actions = try await tenant.auditEntries().compactMap { $0["action"]?.string }
        #expect(actions.filter { $0 == "revoke_code" }.count == 1)
    }
}
