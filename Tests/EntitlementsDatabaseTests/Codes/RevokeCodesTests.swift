import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("revoke_codes")
struct RevokeCodesTests {
    private let start: Timestamp = "2100-01-01T00:00:00Z"
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("a revoked code opens nothing more, and what it gave stays unless it is taken back")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await tenant.redeem("LAUNCH-26", by: "u_1", at: start)
        let digest = PromoCode.digest(of: "LAUNCH-26")
        let kept = try await tenant.revokeCodes(at: day(1)) { $0.codeDigest = digest }
        #expect(kept["revoked_codes"] == 1)
        #expect(kept["taken_back"] == 0)
        #expect(kept["remaining"] == 1)
        await expectFailure(.codeNotFound) { try await tenant.redeem("LAUNCH-26", by: "u_2") }
        #expect(try await tenant.standing(of: "u_1", at: day(2)).isActive)

        let taken = try await tenant.revokeCodes(takingBack: true, at: day(3)) {
            $0.codeDigest = digest
        }
        #expect(taken["taken_back"] == 1)
        #expect(taken["remaining"] == 0)
        #expect(try await tenant.standing(of: "u_1", at: day(4)) == .inactive("expired"))
        let actions = try await tenant.auditEntries().compactMap { $0["action"]?.string }
        #expect(actions.filter { $0 == "revoke_code" }.count == 2)
    }

    @Test("a batch and a campaign are revoked as a whole, in parts of a bounded size")
    func wholes() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let batch = UUID()
        let codes = try await tenant.createCodes(5, of: "launch", batch: batch, at: start)
        for (number, code) in codes.prefix(3).enumerated() {
            try await tenant.redeem(code, by: "u_\(number)", at: start)
        }
        try await tenant.redeem("LAUNCH-26", by: "u_shared", at: start)
        var remaining: [JSONValue?] = []
        for _ in 0..<3 {
            let answer = try await tenant.revokeCodes(
                takingBack: true, maximum: 2, at: day(1)
            ) { $0.batchID = batch }
            remaining.append(answer["remaining"])
        }
        #expect(remaining == [1, 0, 0])
        try await tenant.redeem("LAUNCH-26", by: "u_other", at: day(1))
        try await tenant.revokeCodes(takingBack: true, at: day(2)) { $0.campaignID = "launch" }
        await expectFailure(.codeNotFound) {
            try await tenant.redeem("LAUNCH-26", by: "u_9", at: day(2))
        }
        for person in ["u_0", "u_shared", "u_other"] {
            #expect(!(try await tenant.standing(of: person, at: day(3)).isActive))
        }
        #expect(try await tenant.campaigns()[0]["redemptions"] == 5)
    }

    @Test("unknown codes, batches and campaigns are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let other = try await TestTenant.create { $0.codes.campaigns = [.giving(as: "theirs")] }
        #expect(try await other.campaigns().count == 1)
        for (code, name) in [
            (ErrorCode.codeNotFound, { $0.codeDigest = PromoCode.digest(of: "NOPE") }),
            (.codeNotFound, { $0.batchID = UUID() }),
            (.campaignNotFound, { $0.campaignID = "theirs" }),
        ] as [(ErrorCode, (inout RevokeCodes.Target) -> Void)] {
            try await expectUnredeemed(code, in: tenant) {
                try await tenant.revokeCodes(takingBack: true, name)
            }
        }
    }

    @Test("a repeated revocation leaves the first moment")
    func repeated() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        for number in 1...2 {
            try await tenant.revokeCodes(at: day(Int64(number))) { $0.campaignID = "launch" }
        }
        #expect(try await tenant.campaigns()[0]["revoked_at"] == .string(day(1).rfc3339))
    }

    @Test("no redemption survives a simultaneous revocation that takes back, unless it remains")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces { $0.codes.campaigns = [.giving()] }
        let calls: [RacedCall] = (0..<32).map { number in
            { try await tenant.redeem("LAUNCH-26", by: "u_\(number)") }
        }
        let revoke: RacedCall = {
            try await tenant.revokeCodes(takingBack: true) { $0.campaignID = "launch" }
        }
        let refusals = try await tenant.race(calls + [revoke])
        #expect(refusals.last == .some(nil))
        let rest = try await tenant.revokeCodes(takingBack: true) { $0.campaignID = "launch" }
        #expect(rest["remaining"] == 0)
        for redemption in try await tenant.redemptions() {
            #expect(redemption["revoked_because"] == "revoked")
        }
    }
}
