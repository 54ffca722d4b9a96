import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_my_token")
struct GetMyTokenTests {
    private let start = RevenueCatEvent.defaultPurchase

    private func statement(
        _ tenant: TestTenant, _ appUserID: String, at moment: Timestamp,
        environment: String = "production"
    ) async throws -> GetMyToken.Row {
        try await tenant.database.callOne(
            GetMyToken(
                appUserID: AppUserID(appUserID), environment: environment, asOf: moment),
            in: tenant.id)
    }

    @Test("a statement has the entitlements, and ends after a day at most")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let moment = start.advanced(byDays: 3)
        let row = try await statement(tenant, "u_1", at: moment)
        #expect(row.validUntil == moment.advanced(byDays: 1))
        let answer = try JSONParser.parse(row.answer)
        #expect(answer["plan"] == "plus")
        #expect(try await tenant.entitlements(of: "u_1", at: moment) == answer)
        let unknown = try await statement(tenant, "u_9", at: moment)
        #expect(unknown.validUntil == moment.advanced(byDays: 1))
    }

    @Test("a statement ends when the access does, also that through a household")
    func ending() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.found("u_1", with: ["u_2"], at: start)
        let far = try await tenant.entitlements(of: "u_1", at: start.advanced(byDays: 1))
        let end = try #require(far["next_change_at"]?.string.flatMap(Timestamp.init(rfc3339:)))
        for appUserID in ["u_1", "u_2"] {
            let row = try await statement(tenant, appUserID, at: end.advanced(bySeconds: -60))
            #expect(row.validUntil == end)
            #expect(try JSONParser.parse(row.answer)["plan"] == "plus")
        }
    }

    @Test("a statement ends when members have to leave the household")
    func leaving() async throws {
        let tenant = try await TestTenant.create {
            $0.households.downgrade = .newestOut
            $0.households.downgradeNoticeDays = 1
        }
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        try await tenant.apply {
            $0.households.downgrade = .newestOut
            $0.households.downgradeNoticeDays = 1
            $0.households.maxMembers = 2
        }
        try await tenant.review(household)
        let leaving = try await tenant.household(household)?["leaving"]?["at"]?.string
        let at = try #require(leaving.flatMap(Timestamp.init(rfc3339:)))
        let row = try await statement(tenant, "u_3", at: at.advanced(bySeconds: -60))
        #expect(row.validUntil == at)
    }
}
