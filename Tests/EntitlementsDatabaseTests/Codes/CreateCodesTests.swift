import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_codes")
struct CreateCodesTests {
    @Test("each code of a batch is redeemed once, by one app user")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving(code: nil)] }
        let codes = try await tenant.createCodes(100, of: "launch")
        #expect(Set(codes).count == 100)
        for number in 0..<3 { try await tenant.redeem(codes[number], by: "u_\(number)") }
        await expectFailure(.codeUsedUp) { try await tenant.redeem(codes[0], by: "u_9") }
        #expect(try await tenant.campaigns()[0]["codes"] == 100)
    }

    @Test("no code stands in the database")
    func digests() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let codes = try await tenant.createCodes(1, of: "launch") + ["LAUNCH-26"]
        try await tenant.redeem(codes[0], by: "u_1")
        let rows = try await tenant.codeRows().joined() + tenant.definition()
        for code in codes {
            #expect(!rows.contains(code))
            #expect(!rows.contains(PromoCode.spelling(of: code)))
        }
    }

    @Test("an unknown or closed campaign gets no codes")
    func refused() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await tenant.revokeCodes { $0.campaignID = "launch" }
        for campaign in ["launch", "no_such"] {
            try await expectUnredeemed(.campaignNotFound, in: tenant) {
                try await tenant.createCodes(1, of: campaign)
            }
        }
    }

    @Test("a repeated request stores no further code, and another one is refused")
    func repeated() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving(code: nil)] }
        let batch = [PromoCode(bytes: Array(1...10)), PromoCode(bytes: Array(2...11))]
        func create(_ codes: [PromoCode], digest: UInt8) async throws -> RepeatableAnswer {
            try await tenant.database.callOne(
                CreateCodes(
                    campaignID: "launch", batchID: UUID(), codes: codes, idempotencyKey: "k",
                    requestDigest: Array(repeating: digest, count: 32)),
                in: tenant.id)
        }
        let first = try await create(batch, digest: 1)
        let again = try await create(batch, digest: 1)
        #expect(again.isReplayed)
        #expect(again.json == first.json)
        await expectFailure(.idempotencyKeyReused) { try await create(batch, digest: 2) }
        #expect(try await tenant.campaigns()[0]["codes"] == 2)
    }

    @Test("simultaneous batches of the same codes store them once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces {
            $0.codes.campaigns = [.giving(code: nil)]
        }
        let codes = (0..<50).map { PromoCode(bytes: Array($0..<($0 + 10))) }
        let refusals = try await tenant.race(
            (0..<8).map { _ in
                {
                    _ = try await tenant.database.callOne(
                        CreateCodes(campaignID: "launch", batchID: UUID(), codes: codes),
                        in: tenant.id)
                }
            })
        #expect(refusals.count { $0 == nil } == 1)
        #expect(try await tenant.campaigns()[0]["codes"] == 50)
    }
}

extension TestTenant {
    /// The stored definition, as text.
    fileprivate func definition() async throws -> String {
        let rows = try await TestDatabase.shared.administer(
            "select definition from entitlements.tenants where tenant_id = '\(id)'")
        return try #require(rows.first?.first ?? nil)
    }
}
