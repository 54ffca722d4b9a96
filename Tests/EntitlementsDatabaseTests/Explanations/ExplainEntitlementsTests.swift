import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("explain_entitlements")
struct ExplainEntitlementsTests {
    @Test("the plan and each entitlement are explained as if they were asked for alone")
    func agreement() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let start = RevenueCatEvent.defaultPurchase
        try await tenant.receive(.initialPurchase(product: "com.yapmate.pro.monthly"))
        for moment in [start.advanced(byDays: 1), start.advanced(byDays: 100)] {
            let together = try await tenant.explanations(of: "u_42", ["pro", "trade"], at: moment)
            let plan = try await tenant.explanation(of: "u_42", nil, at: moment)
            #expect(together["plan"] == plan)
            #expect(together["entitlements"]?.object?.members.count == 2)
            for entitlement in ["pro", "trade"] {
                let alone = try await tenant.explanation(of: "u_42", entitlement, at: moment)
                #expect(together["entitlements"]?[entitlement] == alone)
            }
        }
    }

    @Test("without entitlements it explains the plan, also of an unknown id")
    func planAlone() async throws {
        let tenant = try await TestTenant.create()
        let explained = try await tenant.explanations(of: "u_unknown", [], at: nil)
        #expect(explained["entitlements"] == [:])
        #expect(explained["plan"]?["verdict"]?["reason"] == "unknown_id")
    }

    @Test("an entitlement that neither the catalog nor the answer has is refused")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        await expectFailure(.entitlementNotInCatalog) {
            _ = try await tenant.explanations(of: "u_42", ["plus", "gold"], at: nil)
        }
    }

    @Test("nothing of another tenant is told")
    func tenants() async throws {
        let own = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.nowRunning())
        let explained = try await own.explanations(of: "u_42", ["plus"], at: nil)
        #expect(explained["plan"]?["verdict"]?["reason"] == "unknown_id")
        #expect(explained["entitlements"]?["plus"]?["verdict"]?["reason"] == "unknown_id")
    }
}

extension TestTenant {
    fileprivate func explanations(
        of appUserID: AppUserID, _ entitlements: [String], at moment: Timestamp?
    ) async throws -> JSONValue {
        let call = ExplainEntitlements(
            appUserID: appUserID, entitlementIDs: entitlements, asOf: moment)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }

    fileprivate func explanation(
        of appUserID: AppUserID, _ entitlement: String?, at moment: Timestamp
    ) async throws -> JSONValue {
        let call = ExplainAccess(
            appUserID: appUserID, entitlementID: entitlement, asOf: moment)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}
