import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("confirm_app_user")
struct ConfirmAppUserTests {
    @Test("the latest confirmation time is kept, and access is unchanged")
    func confirmed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let before = try await tenant.entitlements(of: "u_42")
        for moment in ["2026-12-02T00:00:00Z", "2026-12-01T00:00:00Z"] as [Timestamp] {
            _ = try await tenant.database.callOne(
                ConfirmAppUser(appUserID: "u_42", asOf: moment), in: tenant.id)
        }
        #expect(try await tenant.confirmedAt("u_42") == "2026-12-02 00:00:00+00")
        #expect(try await tenant.entitlements(of: "u_42") == before)
    }

    @Test("an answer without the customer confirms nothing while a purchase gives access")
    func missing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        try await tenant.add(
            TestSnapshot(at: "2026-11-20T00:00:00Z").listing(.like(.nowRunning())))
        func confirm(_ moment: Timestamp, dryRun: Bool = false) async throws -> Bool {
            try await tenant.database.callOne(
                ConfirmAppUser(appUserID: "u_42", asOf: moment, isDryRun: dryRun), in: tenant.id
            ).isConflicting
        }
        #expect(try await confirm("2026-12-01T00:00:00Z", dryRun: true))
        #expect(try await tenant.knowledge(of: "u_42")?["reason"] != "customer_missing")
        for _ in 0..<2 { #expect(try await confirm("2026-12-02T00:00:00Z")) }
        #expect(try await tenant.confirmedAt("u_42") == "2026-11-20 00:00:00+00")
        let told = try await tenant.knowledge(of: "u_42")
        #expect(told?["reason"] == "customer_missing")
        #expect(told?["facts"]?["missing_at"] == "2026-12-02T00:00:00.000Z")
        try await tenant.add(
            TestSnapshot(at: "2026-12-03T00:00:00Z").listing(.like(.nowRunning())))
        #expect(try await tenant.knowledge(of: "u_42")?["reason"] != "customer_missing")
        #expect(try await confirm("2026-12-04T00:00:00Z"))
    }

    @Test("a grant of the tenant is no purchase that RevenueCat should know")
    func granted() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_42")
        let row = try await tenant.database.callOne(
            ConfirmAppUser(appUserID: "u_42"), in: tenant.id)
        #expect(!row.isConflicting)
        #expect(try await tenant.confirmedAt("u_42") != nil)
    }

    @Test("an unknown app user is not created")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        _ = try await tenant.database.callOne(ConfirmAppUser(appUserID: "u_1"), in: tenant.id)
        #expect(try await tenant.confirmedAt("u_1") == nil)
    }
}

extension TestTenant {
    /// What an explanation says of RevenueCat, for a tenant that has a key.
    fileprivate func knowledge(of appUserID: String) async throws -> JSONValue? {
        try await setUpstreamKey()
        let call = ExplainAccess(appUserID: AppUserID(appUserID), entitlementID: "plus")
        let row = try await database.callOne(call, in: id)
        return try JSONParser.parse(row.json)["knowledge"]?.array?.first
    }

    fileprivate func confirmedAt(_ appUserID: String) async throws -> String? {
        try await TestDatabase.shared.administer(
            """
            set timezone = 'UTC';
            select person.confirmed_at from entitlements.app_users person
              join entitlements.app_user_ids own using (tenant_id, app_user_uuid)
             where own.tenant_id = '\(id)' and own.app_user_id = '\(appUserID)'
            """
        ).first?.first ?? nil
    }
}
