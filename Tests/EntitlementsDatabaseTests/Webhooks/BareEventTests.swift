import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// An event that names an app user and nothing else.
@Suite("A bare event of a new app user")
struct BareEventTests {
    @Test(
        "it is kept, and the app user is read",
        arguments: [
            "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "UNCANCELLATION", "BILLING_ISSUE",
            "EXPIRATION", "NON_RENEWING_PURCHASE", "PRODUCT_CHANGE", "SUBSCRIPTION_PAUSED",
            "SUBSCRIPTION_EXTENDED", "REFUND_REVERSED",
        ])
    func kept(type: String) async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent(type: type, id: "a").setting("app_user_id", "u_new")
        #expect(try await tenant.receive(event).status == "stored")
        #expect(try await tenant.event("a")?.status == "failed")
        #expect(try await tenant.event("a")?.failure == "PT422 evidence_incomplete")
        #expect(try await tenant.queued() == ["u_new"])
        #expect(try await tenant.rows(in: "evidence") == 0)

        // Again, while it is retried: still one app user, who stays due.
        #expect(try await tenant.receive(event).status == "stored")
        #expect(try await tenant.rows(in: "app_users") == 1)
        #expect(try await tenant.queued() == ["u_new"])
    }

    @Test(
        "one of another type, or with a field that cannot be read, is the same",
        arguments: [
            RevenueCatEvent(type: "TRANSFER", id: "a"),
            RevenueCatEvent(type: "SUBSCRIBER_ALIAS", id: "a"),
            RevenueCatEvent(type: "TEMPORARY_ENTITLEMENT_GRANT", id: "a"),
            RevenueCatEvent(type: "INVOICE_ISSUANCE", id: "a"),
            RevenueCatEvent(type: "NEW_IDEA", id: "a"),
            RevenueCatEvent(type: "RENEWAL", id: "a").setting("expiration_at_ms", "soon"),
        ])
    func others(event: RevenueCatEvent) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(bodies: [event.setting("app_user_id", "u_new").body])
        #expect(try await tenant.event("a") != nil)
        #expect(try await tenant.queued() == ["u_new"])
    }

    @Test("its aliases are joined, and the other events of its set are applied")
    func inASet() async throws {
        let tenant = try await TestTenant.create()
        let bare = RevenueCatEvent(type: "RENEWAL", id: "b")
            .setting("app_user_id", "u_new").setting("aliases", ["$RCAnonymousID:1", "u_new"])
        let rows = try await tenant.receive(
            bodies: [
                RevenueCatEvent.initialPurchase(id: "a", appUserID: "u_1").body, bare.body,
                RevenueCatEvent.initialPurchase(id: "c", appUserID: "u_2")
                    .transaction("t_2", original: "t_2").body,
            ])
        #expect(rows.map(\.status) == ["applied", "stored", "applied"])
        #expect(try await tenant.rows(in: "app_users") == 3)
        #expect(try await tenant.queued() == ["u_1", "u_2", "u_new"])
    }

    @Test("one of the sandbox is only kept, if the tenant ignores the sandbox")
    func sandbox() async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        let event = RevenueCatEvent(type: "RENEWAL", id: "a")
            .setting("app_user_id", "u_new").setting("environment", "SANDBOX")
        #expect(try await tenant.receive(event).status == "applied")
        #expect(try await tenant.queued() == [])
    }
}

extension TestTenant {
    /// The ids in the snapshot queue.
    fileprivate func queued() async throws -> [String] {
        try await TestDatabase.shared.administer(
            """
            select app_user_id from entitlements.snapshot_queue
             where tenant_id = '\(id)' order by 1
            """
        ).compactMap { $0.first ?? nil }
    }
}
