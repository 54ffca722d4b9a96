import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/users/identify, its proofs and its undo")
struct IdentifyAppUserTests {
    private let phone = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"

    private func identify(
        _ api: TestAPI, _ body: JSONValue, key: String? = nil, headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "identifyAppUser", "/v1/users/identify", body, key: key, headers: headers)
    }

    @Test("an identified app user has the purchases of the anonymous one")
    func identified() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            let body: JSONValue = [
                "anonymous_app_user_id": .string(phone), "app_user_id": "u_42",
            ]
            let dry = try await identify(api, body.setting("dry_run", true))
            #expect(try dry.json["merge_id"] == .null)
            let response = try await identify(api, body)
            #expect(response.status == 200)
            #expect(try response.json["outcome"] == "upgraded")
            let moved = try response.json["moved"]
            #expect(moved?["subscriptions"]?.array?.count == 1)
            #expect(try await identify(api, body).json["outcome"] == "already_identified")
            #expect(try await api.tenant.owners().values.first == "\(phone) u_42")
        }
    }

    @Test("a wrong proof is refused, even with a secret key")
    func proofs() async throws {
        try await TestAPI.run { api in
            let made = try await api.post(
                "createAppUser", "/v1/users",
                ["app_user_id": .string(phone), "kind": "anonymous"])
            #expect(made.status == 201)
            let secret = try #require(try made.json["device_secret"]?.string)
            let body: JSONValue = [
                "anonymous_app_user_id": .string(phone), "app_user_id": "u_42",
            ]
            let wrong = try await identify(
                api, body.setting("proof", ["device_secret": "dev_wrong"]))
            #expect(try wrong.refusal == "403 proof_invalid")
            let right = try await identify(
                api, body.setting("proof", ["device_secret": .string(secret)]))
            #expect(right.status == 200)
        }
    }

    @Test("a ticket is valid once, and its merge can be undone")
    func ticket() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            let body: JSONValue = [
                "anonymous_app_user_id": .string(phone), "app_user_id": "u_42",
            ]
            let key = [("Idempotency-Key", "once")]
            let made = try await api.post(
                "createMergeTicket", "/v1/users/merge_tickets", body, headers: key)
            let again = try await api.post(
                "createMergeTicket", "/v1/users/merge_tickets", body, headers: key)
            #expect(made.status == 201)
            let other = try await api.post(
                "createMergeTicket", "/v1/users/merge_tickets", body.setting("ttl_seconds", 60),
                headers: key)
            #expect(try other.refusal == "422 idempotency_key_reused")
            let nowhere = try await api.post(
                "createMergeTicket", "/v1/users/merge_tickets",
                body.setting("app_user_id", .string(phone)))
            #expect(try nowhere.refusal == "422 validation_failed")
            let ticket = try #require(try made.json["merge_ticket"]?.string)
            #expect(try again.json["merge_ticket"]?.string == ticket)
            let proven = body.setting("proof", ["merge_ticket": .string(ticket)])
            let merge = try #require(try await identify(api, proven).json["merge_id"]?.string)
            let undone = try await api.post(
                "undoMerge", "/v1/merges/\(merge)/undo", ["reason": "A mistake."],
                key: api.adminKey, headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(try undone.json["people"]?.array?.count == 2)
            #expect(try await identify(api, proven).refusal == "403 proof_invalid")
            let audit = try await api.send(
                "listAuditEntries", "GET", "/v1/admin/audit_entries?app_user_id=u_42",
                key: api.secretKey)
            #expect(try audit.json["data"]?.array?.map { $0["action"] } == ["undo", "merge"])
            let actors = try audit.json["data"]?.array?.compactMap { $0["actor"]?.string }
            #expect(actors?.first?.hasPrefix("admin_key:") == true)
            #expect(actors?.last?.hasPrefix("secret_key:") == true)
        }
    }

    @Test("an identified source and a read key are refused")
    func refused() async throws {
        try await TestAPI.run { api in
            let people: JSONValue = ["anonymous_app_user_id": "u_1", "app_user_id": "u_2"]
            #expect(try await identify(api, people).refusal == "409 not_anonymous")
            let read = try await identify(api, people, key: api.readKey)
            #expect(try read.refusal == "403 forbidden")
            let unknown = try await api.post(
                "undoMerge", "/v1/merges/\(UUID().uuidString)/undo", ["reason": "x"])
            #expect(try unknown.refusal == "404 merge_not_found")
            let identified = try await api.post(
                "createAppUser", "/v1/users",
                ["app_user_id": .string(phone), "kind": "identified"])
            #expect(try identified.refusal == "409 identify_required")
        }
    }

    @Test(
        "each field problem has its pointer",
        arguments: [
            (#"{"app_user_id":"u"}"#, ["/anonymous_app_user_id"]),
            (
                #"{"anonymous_app_user_id":"a","app_user_id":"u","proof":{}}"#, ["/proof"]
            ),
            (
                #"{"anonymous_app_user_id":"a","app_user_id":"u","proof":{"password":"x"}}"#,
                ["/proof/password"]
            ),
            (
                #"{"anonymous_app_user_id":"a","app_user_id":"u","proof":{"device_secret":1}}"#,
                ["/proof/device_secret"]
            ),
        ])
    func badBody(_ body: String, _ pointers: [String]) async throws {
        try await TestAPI.run { api in
            let response = try await identify(api, try JSONParser.parse(Array(body.utf8)))
            #expect(try response.refusal == "422 validation_failed")
            #expect(try response.pointers == pointers)
        }
    }
}

extension JSONValue {
    fileprivate func setting(_ name: String, _ value: JSONValue) -> JSONValue {
        var object = object ?? JSONObject()
        object[name] = value
        return .object(object)
    }
}
