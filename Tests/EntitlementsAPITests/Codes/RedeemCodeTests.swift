import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Codes over HTTP")
struct RedeemCodeTests {
    private func redeem(
        _ api: TestAPI, _ code: String, as person: String, headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "redeemCode", "/v1/users/\(person)/codes/redeem", ["code": .string(code)],
            headers: headers)
    }

    private func put(_ api: TestAPI, _ id: String, _ body: JSONValue) async throws
        -> RawHTTPResponse
    {
        try await api.send(
            "putCampaign", "PUT", "/v1/admin/campaigns/\(id)", key: api.secretKey,
            headers: [("Content-Type", "application/json")], body: body.bytes)
    }

    private let launch: JSONValue = [
        "code": "LAUNCH26", "gives": ["entitlement_id": "plus", "duration": "P1M"],
        "max_redemptions": 2,
    ]

    @Test("a campaign is made, checked, redeemed, listed and revoked")
    func works() async throws {
        try await TestAPI.run { api in
            let campaign = try await put(api, "launch", launch)
            #expect(try campaign.json["max_redemptions"] == 2)
            let checked = try await api.get(
                "checkCode", "/v1/users/u_1/codes/check?code=launch-26", key: api.secretKey)
            #expect(try checked.json["gives"]?["entitlement_id"] == "plus")
            let redeemed = try await redeem(api, "l-a-u-n-c-h-2-6", as: "u_1")
            #expect(try redeemed.json["outcome"] == "redeemed")
            let again = try await redeem(api, "LAUNCH26", as: "u_1")
            #expect(try again.json["outcome"] == "already_redeemed")
            let listed = try await api.get(
                "listRedemptions", "/v1/admin/redemptions?campaign_id=launch&app_user_id=u_1",
                key: api.secretKey)
            let redemption = try #require(try listed.json["data"]?.array?.first)
            #expect(redemption["redemption_id"] == (try redeemed.json["redemption_id"]))
            let id = redemption["redemption_id"]?.string ?? ""
            let revoked = try await api.post(
                "revokeRedemption", "/v1/admin/redemptions/\(id)/revoke", ["reason": "A test."])
            #expect(try revoked.json["revoked_because"] == "revoked")
            let closed = try await api.post(
                "revokeCodes", "/v1/admin/codes/revoke",
                ["campaign_id": "launch", "reason": "A test.", "take_back": true])
            #expect(try closed.json["remaining"] == 0)
            let campaigns = try await api.get(
                "listCampaigns", "/v1/admin/campaigns?limit=1", key: api.secretKey)
            #expect(try campaigns.json["data"]?.array?.first?["is_open"] == false)
            let audit = try await api.get(
                "listAuditEntries", "/v1/admin/audit_entries", key: api.secretKey)
            let actions = try (audit.json["data"]?.array ?? []).compactMap { $0["action"]?.string }
            #expect(actions.count { !$0.hasSuffix("_key") } == 5)
        }
    }

    @Test("a batch is shown once, and again under its Idempotency-Key")
    func batch() async throws {
        try await TestAPI.run { api in
            _ = try await put(api, "launch", launch)
            func create() async throws -> RawHTTPResponse {
                try await api.post(
                    "createCodes", "/v1/admin/campaigns/launch/codes", ["count": 3],
                    headers: [("Idempotency-Key", "k1")])
            }
            let (first, second) = (try await create(), try await create())
            #expect(first.body == second.body)
            #expect(second["idempotent-replayed"] == "true")
            let codes = try #require(try first.json["codes"]?.array?.compactMap(\.string))
            #expect(Set(codes).count == 3)
            #expect(try await redeem(api, codes[0], as: "u_1").status == 200)
            #expect(try await redeem(api, codes[0], as: "u_2").refusal == "409 code_used_up")
        }
    }

    @Test("a phone redeems and checks with its token, as its own app user")
    func mine() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            _ = try await put(api, "launch", launch)
            let header = [("Hearth-Tenant", api.tenant.slug)]
            let token = try TestAPI.token(of: "u_phone")
            let checked = try await api.me(
                "checkMyCode", "/v1/me/codes/check?code=LAUNCH26", token: token)
            #expect(checked.status == 200)
            let redeemed = try await api.post(
                "redeemMyCode", "/v1/me/codes/redeem", ["code": "LAUNCH26"], key: token,
                headers: header)
            #expect(try redeemed.json["app_user_id"] == "u_phone")
            #expect(try await api.tenant.auditEntries().first?["actor"] == "app_user:u_phone")
            let wrong = try await api.post(
                "redeemMyCode", "/v1/me/codes/redeem", ["code": "NOPE"], key: token,
                headers: header)
            #expect(try wrong.refusal == "404 code_not_found")
        }
    }

    @Test("too many wrong codes are answered with the time to wait")
    func tooMany() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            func guess() async throws -> RawHTTPResponse {
                try await api.post(
                    "redeemMyCode", "/v1/me/codes/redeem", ["code": "NOPE"],
                    key: try TestAPI.token(of: "u_1"),
                    headers: [("Hearth-Tenant", api.tenant.slug)])
            }
            for _ in 0..<10 { #expect(try await guess().refusal == "404 code_not_found") }
            let refused = try await guess()
            #expect(try refused.refusal == "429 too_many_code_attempts")
            let seconds = try #require(refused["retry-after"].flatMap { Int64($0) })
            #expect(1...3_600 ~= seconds)
            #expect(try refused.json["retry_at"]?.string != nil)
            let checked = try await api.me(
                "checkMyCode", "/v1/me/codes/check?code=NOPE", as: "u_1")
            #expect(try checked.refusal == "429 too_many_code_attempts")
        }
    }

    @Test("wrong bodies and queries are refused with their pointers")
    func validation() async throws {
        try await TestAPI.run { api in
            let empty = try await api.post("redeemCode", "/v1/users/u_1/codes/redeem", [:])
            #expect(try empty.pointers == ["/code"])
            let unchecked = try await api.get(
                "checkCode", "/v1/users/u_1/codes/check", key: api.secretKey)
            #expect(try unchecked.pointers == ["/code"])
            for (body, pointers) in [
                ([:], ["/gives"]),
                (["gives": ["entitlement_id": "plus"]], ["/gives"]),
                (
                    ["gives": ["entitlement_id": "plus", "duration": "1 month"], "code": "a!"],
                    ["/code", "/gives/duration"]
                ),
                (
                    [
                        "gives": ["product_id": "p", "lifetime": true], "only_new": "nobody",
                        "valid_from": "2026-01-02T00:00:00Z", "valid_until": "2026-01-01T00:00:00Z",
                    ], ["/only_new", "/valid_until"]
                ),
            ] as [(JSONValue, [String])] {
                #expect(try await put(api, "launch", body).pointers == pointers)
            }
            let both = try await api.post(
                "revokeCodes", "/v1/admin/codes/revoke",
                ["code": "A", "campaign_id": "b", "reason": "A test."])
            #expect(try both.refusal == "422 validation_failed")
            let read = try await api.get("listCampaigns", "/v1/admin/campaigns")
            #expect(try read.refusal == "403 forbidden")
            let cursor = try await api.get(
                "listCampaigns", "/v1/admin/campaigns?cursor=zz", key: api.secretKey)
            #expect(try cursor.pointers == ["/cursor"])
        }
    }

    @Test("the longest campaign id is taken, a longer one and an empty code are refused")
    func extremes() async throws {
        try await TestAPI.run { api in
            let name = String(repeating: "n", count: 200)
            #expect(try await put(api, name, launch).status == 200)
            #expect(try await put(api, name + "n", launch).refusal == "400 invalid_request")
            let strange = try await redeem(api, "--- \u{202E}", as: "u_1")
            #expect(try strange.refusal == "404 code_not_found")
        }
    }
}
