import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_feature")
struct GetFeatureTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("a feature is allowed while its entitlement is active")
    func entitled() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(.initialPurchase(product: "com.yapmate.pro.monthly"))
        let day = { (day: Int64) in bought.advanced(byDays: day) }
        #expect(
            try await tenant.feature("vat_support", of: "u_42", at: day(1)) == [
                "feature_id": "vat_support", "is_allowed": true,
                "reason": "entitlement_active", "entitlement_id": "pro",
            ])
        for (feature, appUserID, moment) in [
            ("vat_support", "u_42", day(30)), ("vat_support", "nobody", day(1)),
            ("bank_details", "u_42", day(1)),
        ] {
            let answer = try await tenant.feature(feature, of: appUserID, at: moment)
            #expect(answer["is_allowed"] == false)
            #expect(answer["reason"] == "entitlement_inactive")
        }
    }

    @Test("an implied entitlement allows a feature")
    func implied() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(.initialPurchase(product: "com.yapmate.trade.monthly"))
        let answer = try await tenant.feature(
            "vat_support", of: "u_42", at: bought.advanced(byDays: 1))
        #expect(answer["is_allowed"] == true)
    }

    @Test("a feature that needs no entitlement is allowed to every app user")
    func free() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        #expect(
            try await tenant.feature("web_import", of: "nobody", at: bought) == [
                "feature_id": "web_import", "is_allowed": true, "reason": "free",
                "entitlement_id": nil,
            ])
    }

    @Test(
        "a feature that the catalog lacks is free or denied where the file says so",
        arguments: [TenantDefinition.UnmappedFeatures.free, .deny])
    func unmapped(rule: TenantDefinition.UnmappedFeatures) async throws {
        let tenant = try await TestTenant.create { $0.unmappedFeatures = rule }
        for person in ["u_42", "nobody"] {
            #expect(
                try await tenant.feature("cooking", of: person, at: bought) == [
                    "feature_id": "cooking", "is_allowed": .bool(rule == .free),
                    "reason": "unmapped", "entitlement_id": nil,
                ])
        }
        let mapped = try await tenant.feature("labs", of: "u_42", at: bought)
        #expect(mapped["is_allowed"] == false)
        try await tenant.apply { $0.unmappedFeatures = .error }
        await expectFailure(.featureNotInCatalog) {
            try await tenant.feature("cooking", of: "u_42", at: bought)
        }
    }

    @Test("a feature that the catalog lacks is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        await expectFailure(.featureNotInCatalog) {
            try await tenant.feature("web_import", of: "u_42", at: bought)
        }
    }
}

extension TestTenant {
    fileprivate func feature(
        _ feature: String, of appUserID: String, at moment: Timestamp
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            GetFeature(
                appUserID: AppUserID(appUserID), featureID: feature, environment: "production",
                asOf: moment), in: id)
        return try JSONParser.parse(answer.json)
    }
}
