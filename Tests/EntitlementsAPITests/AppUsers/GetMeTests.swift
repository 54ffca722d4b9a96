import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me")
struct GetMeTests {
    /// What each part of the answer is alone.
    private static let parts = [
        ("getMyEntitlements", "/v1/me/entitlements"), ("getMyFeatures", "/v1/me/features"),
        ("getMyLimits", "/v1/me/limits"), ("getMyCredits", "/v1/me/credits"),
        ("getMyNotices", "/v1/me/notices"),
    ]

    /// Expects that each member of each part is in the whole.
    private func expectParts(
        of subject: String, _ api: TestAPI, query: String = ""
    ) async throws -> JSONValue {
        let me = try await api.me("getMe", "/v1/me\(query)", as: subject)
        #expect(me.status == 200)
        let whole = try me.json
        for (operation, path) in Self.parts {
            let alone = try await api.me(operation, path + query, as: subject)
            let part = try #require(try alone.json.object)
            for member in part.members where member.name != "as_of" {
                #expect(whole[member.name] == member.value, "\(path): \(member.name)")
            }
        }
        return whole
    }

    @Test("a start screen has all of a member in one answer")
    func person() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(
                .initialPurchase(
                    appUserID: "u_42", purchasedAt: TestAPI.now.advanced(byDays: -1),
                    expiresAt: TestAPI.now.advanced(byDays: 29)
                ).setting("aliases", ["u_42", "$RCAnonymousID:a"]))
            try await api.tenant.found("u_42", with: ["u_43"])
            for subject in ["u_42", "u_43"] {
                let json = try await expectParts(of: subject, api)
                #expect(json["app_user_id"] == .string(subject))
                #expect(json["kind"] == "identified")
                #expect(json["plan"] == "plus")
                #expect(json["features"]?["labs"]?["is_allowed"] == true)
                let alone = try await api.me("getMyHousehold", "/v1/me/household", as: subject)
                for member in try #require(try alone.json.object).members
                where member.name != "as_of" {
                    #expect(json["household"]?[member.name] == member.value)
                }
                #expect(
                    json["household"]?["role"] == (subject == "u_42" ? "owner" : "member"))
                #expect(json["household"]?["joined_at"]?.string != nil)
            }
            let json = try await expectParts(of: "u_42", api)
            #expect(json["app_user_ids"] == ["u_42", "$RCAnonymousID:a"])
            #expect(json["subscriptions"]?.array?.count == 1)
        }
    }

    @Test("an app user whom Hearth has never seen has what is free, and is not created")
    func unseen() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let json = try await expectParts(of: "absent", api)
            #expect(json["app_user_ids"] == ["absent"])
            #expect(json["kind"] == "identified")
            #expect(json["created_at"] == .null)
            #expect(json["household"] == .null)
            #expect(json["plan"] == "free")
            #expect(json["subscriptions"] == [])
            #expect(json["features"]?["labs"]?["is_allowed"] == false)
            let token = try TestAPI.token(of: "sign-in", isAnonymous: true)
            let anonymous = try await api.me("getMe", "/v1/me", token: token)
            #expect(try anonymous.json["kind"] == "anonymous")
            for person in ["absent", "sign-in"] {
                let known = try await api.get("getAppUser", "/v1/users/\(person)")
                #expect(try known.refusal == "404 app_user_not_found")
            }
            let query = try await api.me("getMe", "/v1/me?app_user_id=u_42", as: "absent")
            #expect(try query.pointers == ["/app_user_id"])
        }
    }

    @Test("the answer is about the moment and the environment of the request")
    func moments() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42").setting("environment", "SANDBOX"))
            func me(_ query: String) async throws -> JSONValue {
                try await api.me("getMe", "/v1/me?\(query)", as: "u_42").json
            }
            let bought = RevenueCatEvent.defaultPurchase.advanced(byDays: 1).rfc3339
            #expect(try await me("as_of=\(bought)")["plan"] == "free")
            let sandbox = try await me("as_of=\(bought)&environment=sandbox")
            #expect(sandbox["plan"] == "plus")
            #expect(sandbox["as_of"] == .string(bought))
            let later = try await me("environment=sandbox&as_of=2030-01-01T00:00:00Z")
            #expect(later["plan"] == "free")
        }
    }

    @Test("an unchanged answer is not sent again")
    func unchanged() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            for (operation, path) in [("getMe", "/v1/me"), ("getMyFeatures", "/v1/me/features")] {
                let first = try await api.me(operation, path, as: "u_42")
                #expect(first["cache-control"] == "private, no-cache")
                let tag = try #require(first["etag"])
                let second = try await api.me(
                    operation, path, as: "u_42", headers: [("If-None-Match", tag)])
                #expect(second.status == 304)
            }
            try await api.tenant.receive(
                .initialPurchase(
                    appUserID: "u_42", purchasedAt: TestAPI.now.advanced(byDays: -1),
                    expiresAt: TestAPI.now.advanced(byDays: 29)))
            let first = try await api.me("getMe", "/v1/me", as: "u_42")
            #expect(try first.json["plan"] == "plus")
        }
    }
}
