import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/households")
struct CreateHouseholdTests {
    private func create(
        _ api: TestAPI, _ body: JSONValue, key: String? = nil, headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await api.post("createHousehold", "/v1/households", body, key: key, headers: headers)
    }

    @Test("a new household has a name, and its owner as the only member")
    func created() async throws {
        try await TestAPI.run { api in
            let response = try await create(
                api, ["owner_app_user_id": "u_7", "name": "The \"Fergusons\""])
            #expect(response.status == 201)
            #expect(response["idempotent-replayed"] == nil)
            #expect(response["cache-control"] == "private, no-store")
            let json = try response.json
            #expect(json["name"] == "The \"Fergusons\"")
            #expect(json["owner_app_user_id"] == "u_7")
            #expect(json["seats"] == ["total": 6, "taken": 1, "free": 5])
            #expect(try response.members == ["u_7"])
            let id = try #require(json["household_id"]?.string)
            #expect(try await api.household(id).json["name"] == "The \"Fergusons\"")
        }
    }

    @Test("a member cannot create a household; a former member waits")
    func refused() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            let second = try await create(api, ["owner_app_user_id": "u_42"])
            #expect(try second.refusal == "409 already_in_household")

            #expect(try await api.leave("u_42", household).status == 204)
            let early = try await create(api, ["owner_app_user_id": "u_42"])
            #expect(try early.refusal == "409 cooldown")
            #expect(try early.json["retry_at"]?.string != nil)
            let late = try await create(
                api, ["owner_app_user_id": "u_42", "ignore_cooldown": true])
            #expect(late.status == 201)
        }
    }

    @Test(
        "each field problem has its pointer",
        arguments: [
            ("{}", ["/owner_app_user_id"]),
            (#"{"owner_app_user_id":""}"#, ["/owner_app_user_id"]),
            (#"{"owner_app_user_id":"u","name":""}"#, ["/name"]),
            (
                #"{"owner_app_user_id":"u","ignore_cooldown":"no","seats":9}"#,
                ["/seats", "/ignore_cooldown"]
            ),
            ("[]", [""]),
        ])
    func badBody(_ body: String, _ pointers: [String]) async throws {
        try await TestAPI.run { api in
            let response = try await create(api, try JSONParser.parse(Array(body.utf8)))
            #expect(try response.refusal == "422 validation_failed")
            #expect(try response.pointers == pointers)
        }
    }

    @Test("the body is declared JSON, and parameters are refused")
    func form() async throws {
        try await TestAPI.run { api in
            let unnamed = try await api.send(
                "createHousehold", "POST", "/v1/households", key: api.secretKey,
                body: Array(#"{"owner_app_user_id":"u"}"#.utf8))
            #expect(try unnamed.refusal == "415 unsupported_media_type")
            let query = try await api.post(
                "createHousehold", "/v1/households?dry_run=true", ["owner_app_user_id": "u"])
            #expect(try query.pointers == ["/dry_run"])
        }
    }

    @Test("a repetition with a key returns the first answer's bytes")
    func repeated() async throws {
        try await TestAPI.run { api in
            let key = [("Idempotency-Key", "the-first")]
            let first = try await create(api, ["owner_app_user_id": "u_7"], headers: key)
            #expect(first.status == 201)
            #expect(first["idempotent-replayed"] == nil)
            // The household changes; the first answer does not.
            let household = try #require(try first.json["household_id"]?.string)
            _ = try await api.join("u_42", by: try await api.code(for: household))
            let second = try await create(api, ["owner_app_user_id": "u_7"], headers: key)
            #expect(second.status == 201)
            #expect(second["idempotent-replayed"] == "true")
            #expect(second.body == first.body)
        }
    }

    @Test("one key for two requests of a tenant is refused")
    func reused() async throws {
        try await TestAPI.run { api in
            let key = [("Idempotency-Key", "the-first")]
            let household = try await create(api, ["owner_app_user_id": "u_7"], headers: key)
            let id = try #require(try household.json["household_id"]?.string)
            let otherBody = try await create(api, ["owner_app_user_id": "u_8"], headers: key)
            #expect(try otherBody.refusal == "422 idempotency_key_reused")
            let otherRoute = try await api.invite(to: id, headers: key)
            #expect(try otherRoute.refusal == "422 idempotency_key_reused")

            let otherTenant = try await create(
                api, ["owner_app_user_id": "u_7"],
                key: try await TestTenant.create().key(.secret), headers: key)
            #expect(otherTenant.status == 201)
            #expect(otherTenant["idempotent-replayed"] == nil)
        }
    }

    @Test("a refusal is not stored: the same request may succeed later")
    func refusalIsNotKept() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let key = [("Idempotency-Key", "the-first")]
            let refused = try await create(api, ["owner_app_user_id": "u_7"], headers: key)
            #expect(refused.status == 409)
            _ = try await api.delete("dissolveHousehold", "/v1/households/\(household)")
            let cooling = try await create(api, ["owner_app_user_id": "u_7"], headers: key)
            #expect(try cooling.refusal == "409 cooldown")
        }
    }

    @Test(
        "a key that is not 1 to 255 visible characters is refused",
        arguments: ["", "two words", "é", String(repeating: "x", count: 256)])
    func badKey(_ key: String) async throws {
        try await TestAPI.run { api in
            let response = try await create(
                api, ["owner_app_user_id": "u"], headers: [("Idempotency-Key", key)])
            #expect(try response.refusal == "400 invalid_request")
        }
    }

    @Test("two keys are refused, and a key of 255 characters is accepted")
    func countOfKeys() async throws {
        try await TestAPI.run { api in
            let twice = [("Idempotency-Key", "a"), ("Idempotency-Key", "a")]
            let refused = try await create(api, ["owner_app_user_id": "u"], headers: twice)
            #expect(try refused.refusal == "400 invalid_request")
            let long = [("Idempotency-Key", String(repeating: "~", count: 255))]
            #expect(try await create(api, ["owner_app_user_id": "u"], headers: long).status == 201)
        }
    }

    @Test("one id in two tenants is two app users")
    func twoTenants() async throws {
        try await TestAPI.run { api in
            let ours = try await api.found("u_7")
            let key = try await TestTenant.create().key(.secret)
            let theirs = try await create(api, ["owner_app_user_id": "u_7"], key: key)
            #expect(theirs.status == 201)
            let id = try #require(try theirs.json["household_id"]?.string)
            #expect(id != ours)
            #expect(try await api.household(id).refusal == "404 household_not_found")
            let found = try await api.get(
                "getAppUserHousehold", "/v1/users/u_7/household", key: key)
            #expect(try found.json["household_id"] == .string(id))
        }
    }
}
