import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/me/sync", .timeLimit(.minutes(5)))
struct SyncMeTests {
    @Test("the token's app user is synced, with the changes")
    func synced() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [.nowRunning()]) }) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            let begun = ContinuousClock.now
            let response = try await api.me("syncMe", "/v1/me/sync", method: "POST", as: "u_42")
            let json = try response.json
            #expect(json["app_user_id"] == "u_42")
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            #expect(json["changes"]?.array?.count == 1)
            #expect(api.upstream.targets == ["/v1/subscribers/u_42"])

            let again = try await api.me("syncMe", "/v1/me/sync", method: "POST", as: "u_42")
            // After ten seconds a new request is made.
            if begun.duration(to: .now) < .seconds(10) {
                #expect(try again.json["changes"] == json["changes"])
                #expect(api.upstream.requests.count == 1)
            }
            let other = try await api.me("syncMe", "/v1/me/sync", method: "POST", as: "u_43")
            #expect(try other.json["app_user_id"] == "u_43")
            #expect(api.upstream.targets.last == "/v1/subscribers/u_43")
        }
    }

    @Test("without an upstream key a sync is refused")
    func notConfigured() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let response = try await api.me("syncMe", "/v1/me/sync", method: "POST", as: "u_42")
            #expect(try response.refusal == "409 upstream_not_configured")
        }
    }
}
