import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("put_campaign")
struct PutCampaignTests {
    @Test("a campaign of the API gives what it says, and can be changed")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let answer = try await tenant.put(.giving { $0.maxRedemptions = 1 })
        #expect(answer["origin"] == "api")
        #expect(answer["is_open"] == true)
        #expect(answer["max_redemptions"] == 1)
        try await tenant.redeem("LAUNCH-26", by: "u_1")
        await expectFailure(.codeUsedUp) { try await tenant.redeem("LAUNCH-26", by: "u_2") }

        let changed = try await tenant.put(
            .giving(code: "ANOTHER") { $0.maxRedemptions = 2 })
        #expect(changed["redemptions"] == 1)
        await expectFailure(.codeNotFound) { try await tenant.redeem("LAUNCH-26", by: "u_2") }
        try await tenant.redeem("ANOTHER", by: "u_2")
    }

    @Test("a campaign of the file, a taken code and an unknown entitlement are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        for (code, campaign) in [
            (ErrorCode.campaignInFile, TenantDefinition.CodeCampaign.giving()),
            (.codeTaken, .giving(as: "other")),
            (.entitlementNotInCatalog, .giving("no_such", as: "third", code: nil)),
            (
                .productNotInCatalog,
                .giving(as: "fourth", code: nil) {
                    $0.gives.entitlementID = nil
                    $0.gives.productID = ProductID(rawValue: "no_such")
                }
            ),
        ] {
            try await expectUnredeemed(code, in: tenant) { try await tenant.put(campaign) }
        }
    }

    @Test("the same campaign again changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.put(.giving())
        let rows = try await tenant.codeRows()
        #expect(try await tenant.put(.giving()) == first)
        #expect(try await tenant.codeRows() == rows)
    }

    @Test("of two simultaneous campaigns one gets the code")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let refusals = try await tenant.race(
            (0..<8).map { number in { try await tenant.put(.giving(as: "c\(number)")) } })
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .codeTaken } == 7)
    }

    @Test("a tenant file's campaign replaces one of the API with the same name")
    func fileWins() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.put(.giving { $0.maxRedemptions = 1 })
        try await tenant.redeem("LAUNCH-26", by: "u_1")
        try await tenant.apply([.giving { $0.maxRedemptions = 2 }])
        let campaign = try await tenant.campaigns()[0]
        #expect(campaign["origin"] == "file")
        #expect(campaign["redemptions"] == 1)
        await expectFailure(.campaignInFile) { try await tenant.put(.giving()) }
    }
}
