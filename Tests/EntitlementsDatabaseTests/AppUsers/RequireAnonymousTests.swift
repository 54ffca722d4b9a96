import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("require_anonymous")
struct RequireAnonymousTests {
    @Test("an id that is unknown, or known only from events, passes")
    func passes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "anonymous-sign-in"))
        for appUserID in ["unknown", "anonymous-sign-in"] {
            #expect(try await tenant.refusal(of: appUserID) == nil)
        }
    }

    @Test("an id joined with an identified id is refused, by all anonymous ids")
    func merged() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        for tenant in [tenant, other] {
            try await tenant.receive(.initialPurchase(appUserID: anonymous("a")))
            #expect(try await tenant.refusal(of: anonymous("a")) == nil)
        }
        try await tenant.receive(
            RevenueCatEvent.renewal(appUserID: anonymous("a"))
                .setting("aliases", ["u_42", .string(anonymous("a")), .string(anonymous("b"))]))
        for name in ["a", "b"] {
            #expect(try await tenant.refusal(of: anonymous(name)) == .tokenSuperseded)
        }
        #expect(try await other.refusal(of: anonymous("a")) == nil)
    }

    @Test("an id that the app identified is refused")
    func identified() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "sign-in"))
        for (statement, expected) in [
            ("declared_anonymous_at = now()", nil),
            ("identified_at = now()", .tokenSuperseded),
        ] as [(String, ErrorCode?)] {
            try await TestDatabase.shared.administer(
                """
                update entitlements.app_user_ids set \(statement)
                 where tenant_id = '\(tenant.id)' and app_user_id = 'sign-in'
                """)
            #expect(try await tenant.refusal(of: "sign-in") == expected)
        }
    }
}

extension TestTenant {
    fileprivate func refusal(of appUserID: String) async throws -> ErrorCode? {
        try await Self.refusal {
            _ = try await database.callOne(
                RequireAnonymous(appUserID: AppUserID(appUserID)), in: id)
        }
    }
}
