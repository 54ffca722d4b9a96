import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_entitlement")
struct GetEntitlementTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("one entitlement equals its entry in the list")
    func one() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(.initialPurchase(product: "com.yapmate.trade.monthly"))
        for day in [1, 31] as [Int64] {
            let moment = bought.advanced(byDays: day)
            let listed = try await tenant.entitlements(of: "u_42", at: moment)["entitlements"]
            for entitlement in ["pro", "trade"] {
                let one = try await tenant.one(entitlement, of: "u_42", at: moment)
                #expect(one == listed?[entitlement])
            }
        }
    }

    @Test("an entitlement never had, or not yet, is inactive without a source")
    func none() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(purchasedAt: bought.advanced(byDays: 5)),
            receivedAt: TestTenant.receipt)
        let none: JSONValue = [
            "entitlement_id": "plus", "is_active": false, "status": nil, "expires_at": nil,
            "ended_reason": nil, "will_renew": false, "source": nil, "implied_by": nil,
        ]
        for appUserID in ["u_42", "nobody"] {
            #expect(try await tenant.one("plus", of: appUserID, at: bought) == none)
        }
        #expect(try await tenant.rows(in: "app_users") == 1)
    }

    @Test("an undeclared name is refused, even if a purchase names it")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(product: "unknown").entitlements(["secret"]))
        for name in ["secret", "Plus", ""] {
            await expectFailure(.entitlementNotInCatalog) {
                try await tenant.one(name, of: "u_42", at: bought)
            }
        }
    }
}

extension TestTenant {
    fileprivate func one(
        _ entitlement: String, of appUserID: String, at moment: Timestamp
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            GetEntitlement(
                appUserID: AppUserID(appUserID), entitlementID: entitlement,
                environment: "production",
                asOf: moment), in: id)
        return try JSONParser.parse(answer.json)
    }
}
