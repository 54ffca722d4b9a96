import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/orphans and POST /v1/users/{app_user_id}/claims")
struct ClaimOrphanTests {
    private let phone = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"

    private func claim(
        _ api: TestAPI, _ body: JSONValue, for person: String = "u_42"
    ) async throws -> RawHTTPResponse {
        try await api.post("claimOrphan", "/v1/users/\(person)/claims", body)
    }

    @Test("an orphan is listed and claimed on the server's word")
    func claimed() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            let page = try await api.send(
                "listOrphans", "GET", "/v1/orphans", key: api.secretKey)
            let orphan = try #require(try page.json["data"]?.array?.first)
            #expect(orphan["reason"] == "anonymous")
            let id = try #require(orphan["orphan_id"]?.string)
            let response = try await claim(api, ["orphan_id": .string(id)])
            #expect(try response.json["outcome"] == "claimed")
            #expect(try await api.tenant.owners().values.first == "\(phone) u_42")
            let again = try await claim(api, ["app_user_id_of_purchase": .string(phone)])
            #expect(try again.json["outcome"] == "already_owned")
            let empty = try await api.send(
                "listOrphans", "GET", "/v1/orphans", key: api.secretKey)
            #expect(try empty.json["data"] == [])
        }
    }

    @Test("a wrong proof and an unknown orphan are refused alike")
    func alike() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            let proof: JSONValue = ["device_secret": "dev_guess"]
            var bodies: [JSONValue] = []
            for held in [phone, "$RCAnonymousID:nobody"] {
                let response = try await claim(
                    api, ["app_user_id_of_purchase": .string(held), "proof": proof])
                #expect(try response.refusal == "404 orphan_not_found")
                var body = try #require(try response.json.object)
                body["instance"] = nil
                bodies.append(.object(body))
            }
            #expect(bodies[0] == bodies[1])
            let malformed = try await claim(api, ["orphan_id": "not-a-uuid"])
            #expect(try malformed.refusal == "404 orphan_not_found")
        }
    }

    @Test("a phone's wrong claims count, and more are refused within the hour")
    func counted() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            func guess(as subject: String) async throws -> RawHTTPResponse {
                try await api.post(
                    "claimMine", "/v1/me/claims", ["orphan_id": .string(UUID().uuidString)],
                    key: try TestAPI.token(of: subject),
                    headers: [("Hearth-Tenant", api.tenant.slug)])
            }
            for _ in 0..<10 {
                #expect(try await guess(as: "u_42").refusal == "404 orphan_not_found")
            }
            let refused = try await guess(as: "u_42")
            #expect(try refused.refusal == "429 too_many_attempts")
            let seconds = try #require(refused["retry-after"].flatMap { Int($0) })
            #expect((1...3_600).contains(seconds))
            #expect(try await guess(as: "u_43").refusal == "404 orphan_not_found")
        }
    }

    @Test(
        "the body names exactly one orphan",
        arguments: ["{}", #"{"orphan_id":"a","app_user_id_of_purchase":"b"}"#])
    func badBody(_ body: String) async throws {
        try await TestAPI.run { api in
            let response = try await claim(api, try JSONParser.parse(Array(body.utf8)))
            #expect(try response.refusal == "422 validation_failed")
        }
    }
}
