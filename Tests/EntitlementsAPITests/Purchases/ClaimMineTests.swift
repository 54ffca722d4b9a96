import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/me/claims")
struct ClaimMineTests {
    private let phone = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"

    private func claim(
        _ api: TestAPI, as subject: String, _ body: JSONValue
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "claimMine", "/v1/me/claims", body, key: try TestAPI.token(of: subject),
            headers: [("Hearth-Tenant", api.tenant.slug)])
    }

    @Test("an orphan is claimed only with its device secret")
    func deviceSecret() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.create(phone, secret: "dev_phone")
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            let named: JSONValue = ["app_user_id_of_purchase": .string(phone)]
            #expect(try await claim(api, as: "u_42", named).refusal == "404 orphan_not_found")
            let response = try await claim(
                api, as: "u_42",
                [
                    "app_user_id_of_purchase": .string(phone),
                    "proof": ["device_secret": "dev_phone"],
                ])
            #expect(try response.json["outcome"] == "claimed")
            #expect(try await api.tenant.auditEntries().first?["actor"] == "app_user:u_42")
        }
    }

    @Test("an anonymous token proves its own id only")
    func token() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            for person in ["sign-in", "other"] {
                try await api.tenant.create(person)
                try await api.tenant.receive(
                    .initialPurchase(appUserID: person, originalTransactionID: person))
            }
            let token = try TestAPI.token(of: "sign-in", isAnonymous: true)
            let proof: JSONValue = ["anonymous_token": .string(token)]
            let orphans = try await api.tenant.orphans()
            let id = try #require(orphans.first?["orphan_id"])
            for body in [
                ["app_user_id_of_purchase": "other", "proof": proof],
                ["orphan_id": id, "proof": proof],
            ] as [JSONValue] {
                #expect(try await claim(api, as: "u_42", body).refusal == "404 orphan_not_found")
            }
            let response = try await claim(
                api, as: "u_42", ["app_user_id_of_purchase": "sign-in", "proof": proof])
            #expect(try response.json["outcome"] == "claimed")
            let owners = try await api.tenant.owners()
            #expect(owners == ["sign-in": "sign-in u_42", "other": "other"])
        }
    }

    @Test("aliases in a RevenueCat snapshot prove the claim")
    func snapshotReader() async throws {
        let phone = phone
        let bought = RevenueCatEvent.initialPurchase(appUserID: phone)
        try await TestAPI.run(
            answering: { _, _ in .subscriber(having: [bought], originally: phone) }
        ) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            try await api.tenant.receive(bought)
            let orphan = try #require(try await api.tenant.orphans().first?["orphan_id"])
            let response = try await claim(api, as: "u_42", ["orphan_id": orphan])
            #expect(try response.json["outcome"] == "already_owned")
            #expect(try await api.tenant.owners().values.first == "\(phone) u_42")
        }
    }
}
