import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// What each operation allows is in the access matrix; here is what a desk does with the key.
@Suite("A support key")
struct SupportKeyTests {
    @Test("it finds and explains a person, writes a note, syncs, and grants for a time")
    func works() async throws {
        try await TestAPI.run(
            answering: { _, _ in .subscriber(having: [RevenueCatEvent.nowRunning()]) }
        ) { api in
            try await api.tenant.setUpstreamKey()
            try await api.tenant.receive(.nowRunning())
            let key = try await api.tenant.key(.support)
            for (operation, target) in [
                ("findAppUsers", "/v1/admin/search?query=u_42"), ("getAppUser", "/v1/users/u_42"),
                ("explainAccess", "/v1/admin/users/u_42/explain"),
                ("listTimeline", "/v1/admin/users/u_42/timeline"),
                ("listAuditEntries", "/v1/admin/audit_entries"),
                ("listWebhookEvents", "/v1/admin/webhook_events"),
                ("getWebhookStatus", "/v1/admin/webhooks"),
                ("exportAppUser", "/v1/users/u_42/export"),
            ] {
                #expect(try await api.get(operation, target, key: key).status == 200)
            }
            let note = try await api.post(
                "createNote", "/v1/admin/users/u_42/notes", ["note": "Called."], key: key)
            #expect(try note.json["author"]?.string?.hasPrefix("support_key:") == true)
            let synced = try await api.post("syncAppUser", "/v1/users/u_42/sync", key: key)
            #expect(synced.status == 200)
            let given = try await grant("P7D", by: key, api)
            #expect(given.status == 201)
            #expect(try given.json["granted_by"]?.string?.hasPrefix("support_key:") == true)
        }
    }

    @Test("it grants no longer than the tenant file says, and a secret key does")
    func tooLong() async throws {
        try await TestAPI.run { api in
            let key = try await api.tenant.key(.support)
            let refused = try await grant("P1Y", by: key, api)
            #expect(try refused.refusal == "403 grant_too_long")
            #expect(try await api.tenant.grants(of: "u_42").isEmpty)
            #expect(try await grant("P1Y", by: api.secretKey, api).status == 201)
        }
    }

    @Test("it erases no one, and sees no keys, endpoints, tenant files or secrets")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning())
            let key = try await api.tenant.key(.support)
            let erased = try await api.delete("eraseAppUser", "/v1/users/u_42", key: key)
            #expect(try erased.refusal == "403 forbidden")
            #expect(try erased.json["detail"]?.string?.contains("A support key reads") == true)
            for (operation, target) in [
                ("listAPIKeys", "/v1/admin/keys"), ("listEndpoints", "/v1/admin/endpoints"),
                ("getDefinition", "/v1/admin/definition"),
                ("listSealedSecrets", "/v1/admin/secrets"), ("listChanges", "/v1/changes"),
            ] {
                let refused = try await api.get(operation, target, key: key)
                #expect(try refused.refusal == "403 forbidden", "\(operation)")
            }
        }
    }

    private func grant(
        _ duration: String, by key: String, _ api: TestAPI
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "createGrant", "/v1/users/u_42/grants",
            ["entitlement_id": "plus", "duration": .string(duration), "reason": "r"], key: key)
    }
}
