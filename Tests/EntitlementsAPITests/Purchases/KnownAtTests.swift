import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

/// What lookups answer by what was known at a moment, and to which callers.
@Suite("known_at of lookups and explanations")
struct KnownAtTests {
    private static let lookups = [
        ("getEntitlements", "entitlements"), ("getEntitlement", "entitlements/plus"),
        ("getFeatures", "features"), ("getFeature", "features/labs"),
    ]

    @Test("a lookup is answered as it was then", arguments: lookups)
    func lookup(operation: String, path: String) async throws {
        try await TestAPI.run { api in
            let target = "/v1/users/u_42/\(path)"
            let before = try await api.get(operation, target)
            let moment = try await api.tenant.moment().exactText
            try await api.tenant.receive(.nowRunning())
            let now = try await api.get(operation, target)
            let supportKey = try await api.tenant.key(.support)
            for key in [supportKey, api.secretKey, api.adminKey] {
                let recalled = try await api.get(
                    operation, "\(target)?known_at=\(moment)", key: key,
                    headers: key == api.adminKey ? [("Hearth-Tenant", api.tenant.slug)] : [])
                #expect(recalled.status == 200)
                #expect(try recalled.json["known_at"] == recalled.json["as_of"])
                let shown = try Self.withoutMoments(recalled.json)
                #expect(try shown == Self.withoutMoments(before.json))
                #expect(try shown != Self.withoutMoments(now.json))
                #expect(recalled["etag"] != before["etag"])
            }
        }
    }

    private static func withoutMoments(_ answer: JSONValue) -> JSONValue {
        var object = answer.object ?? JSONObject()
        object["as_of"] = nil
        object["known_at"] = nil
        return .object(object)
    }

    @Test("only a secret or an admin key may name it: no read key, and no phone")
    func access() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let moment = try await api.tenant.moment().exactText
            for (operation, path) in Self.lookups {
                let read = try await api.get(
                    operation, "/v1/users/u_42/\(path)?known_at=\(moment)", key: api.readKey)
                #expect(read.status == 403)
                #expect(try read.code == "forbidden")
                let mine = operation.replacing("get", with: "getMy")
                let phone = try await api.me(
                    mine, "/v1/me/\(path)?known_at=\(moment)", as: "u_42")
                #expect(phone.status == 422)
                #expect(try phone.code == "validation_failed")
            }
        }
    }

    @Test("what is not kept, the future, a wait and limits are refused", arguments: lookups)
    func refused(operation: String, path: String) async throws {
        try await TestAPI.run { api in
            let target = "/v1/users/u_42/\(path)?known_at="
            let early = try await api.get(
                operation, target + "2026-01-01T00:00:00Z", key: api.secretKey)
            #expect(early.status == 410)
            #expect(try early.code == "knowledge_not_kept")
            let late = try await api.get(
                operation, target + "2999-01-01T00:00:00Z", key: api.secretKey)
            #expect(late.status == 422)
            #expect(try late.code == "known_at_in_future")
            let moment = try await api.tenant.moment().exactText
            let waiting = try await api.get(
                "getEntitlements",
                "/v1/users/u_42/entitlements?known_at=\(moment)&await_transaction=t",
                key: api.secretKey)
            #expect(waiting.status == 422)
            let limit = try await api.get(
                "explainAccess",
                "/v1/admin/users/u_42/explain?known_at=\(moment)&limit_id=x", key: api.secretKey)
            #expect(limit.status == 422)
        }
    }

    @Test("an explanation says what was answered then, and whether it was right")
    func explained() async throws {
        try await TestAPI.run { api in
            let moment = try await api.tenant.moment().exactText
            try await api.tenant.receive(.nowRunning())
            let query = "entitlement_id=plus&known_at=\(moment)"
            let explained = try await api.explanation(of: "u_42", query)
            #expect(explained["is_allowed"] == false)
            #expect(explained["verdict"]?["reason"] == "unknown_id")
            #expect(explained["knowledge"] == [] && explained["next"] == [])
            let now = explained["as_known_now"]
            #expect(now?["reason"] == "was_wrong")
            #expect(now?["is_allowed"] == true)
            #expect(now?["answer"]?["source"]?["kind"] == "own")
        }
    }
}
