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

    @Test("an unknown app user is not created")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        _ = try await tenant.database.callOne(ConfirmAppUser(appUserID: "u_1"), in: tenant.id)
        #expect(try await tenant.confirmedAt("u_1") == nil)
    }
}

extension TestTenant {
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
