import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// What phones do with households and limits.
@Suite("Changes of /v1/me")
struct MyHouseholdTests {
    private func send(
        _ api: TestAPI, _ operationID: String, _ method: String, _ target: String,
        as subject: String, isAnonymous: Bool = false, _ body: JSONValue? = nil,
        key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        return try await api.send(
            operationID, method, "/v1/me/\(target)",
            key: try TestAPI.token(of: subject, isAnonymous: isAnonymous),
            headers: [("Hearth-Tenant", api.tenant.slug)] + type
                + (key.map { [("Idempotency-Key", $0)] } ?? []),
            body: body?.bytes ?? [], sourceLocation: sourceLocation)
    }

    private func invite(_ api: TestAPI, as owner: String, key: String) async throws -> String {
        let response = try await send(
            api, "createMyHouseholdInvite", "POST", "household/invites", as: owner, key: key)
        return try #require(try response.json["invite_code"]?.string)
    }

    @Test("a household is founded, joined, confirmed, handed over and left by phones alone")
    func wholeWay() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens { $0.households.confirmByOwner = true }
            let founded = try await send(
                api, "createMyHousehold", "POST", "household", as: "ana", ["name": "Home"])
            #expect(founded.status == 201)
            let code = try await invite(api, as: "ana", key: "k")
            #expect(try await invite(api, as: "ana", key: "k") == code)
            let waiting = try await send(
                api, "joinMyHousehold", "POST", "household/join", as: "ben",
                ["code": .string(code)])
            #expect(waiting.status == 202)
            #expect(try waiting.json["members"] == nil)
            let confirmed = try await send(
                api, "confirmMyHouseholdMember", "POST", "household/members/ben/confirm",
                as: "ana")
            #expect(try confirmed.members == ["ana", "ben"])
            let given = try await send(
                api, "transferMyHousehold", "POST", "household/owner", as: "ana",
                ["app_user_id": "ben"])
            #expect(try given.json["owner_app_user_id"] == "ben")
            let taken = try await send(
                api, "removeMyHouseholdMember", "DELETE", "household/members/ben", as: "ana")
            #expect(try taken.refusal == "403 not_household_owner")
            for _ in 0..<2 {
                let left = try await send(
                    api, "leaveMyHousehold", "POST", "household/leave", as: "ana")
                #expect(left.status == 204)
            }
        }
    }

    @Test("an owner revokes an invite and removes a member")
    func ended() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.found("ana", with: ["ben"])
            let invite = try await send(
                api, "createMyHouseholdInvite", "POST", "household/invites", as: "ana", [:])
            let id = try #require(try invite.json["invite_id"]?.string)
            let foreign = try await send(
                api, "revokeMyHouseholdInvite", "DELETE", "household/invites/\(id)", as: "ben")
            #expect(try foreign.refusal == "403 not_household_owner")
            let revoked = try await send(
                api, "revokeMyHouseholdInvite", "DELETE", "household/invites/\(id)", as: "ana")
            #expect(revoked.status == 204)
            let removed = try await send(
                api, "removeMyHouseholdMember", "DELETE", "household/members/ben", as: "ana")
            #expect(removed.status == 204)
        }
    }

    @Test("two phones with one Idempotency-Key are two requests")
    func keysAreOwn() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            var codes: Set<String> = []
            var households: Set<String> = []
            for subject in ["ana", "mallory"] {
                for _ in 0..<2 {
                    let founded = try await send(
                        api, "createMyHousehold", "POST", "household", as: subject, key: "1")
                    #expect(try founded.json["owner_app_user_id"] == .string(subject))
                    households.insert(try #require(try founded.json["household_id"]?.string))
                }
                codes.insert(try await invite(api, as: subject, key: "2"))
            }
            #expect(households.count == 2)
            #expect(codes.count == 2)
        }
    }

    @Test("an anonymous end user changes no household, and may leave one")
    func anonymous() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let before = try await api.tenant.householdRows()
            for (operationID, method, target, body) in [
                ("createMyHousehold", "POST", "household", [:]),
                ("joinMyHousehold", "POST", "household/join", ["code": "inv_x"]),
                ("createMyHouseholdInvite", "POST", "household/invites", [:]),
                ("revokeMyHouseholdInvite", "DELETE", "household/invites/x", nil),
                ("confirmMyHouseholdMember", "POST", "household/members/u/confirm", nil),
                ("removeMyHouseholdMember", "DELETE", "household/members/u", nil),
                ("transferMyHousehold", "POST", "household/owner", ["app_user_id": "u"]),
            ] as [(String, String, String, JSONValue?)] {
                let response = try await send(
                    api, operationID, method, target, as: "guest", isAnonymous: true, body)
                #expect(try response.refusal == "409 not_identified", "\(operationID)")
            }
            let left = try await send(
                api, "leaveMyHousehold", "POST", "household/leave", as: "guest",
                isAnonymous: true)
            #expect(left.status == 204)
            #expect(try await api.tenant.householdRows() == before)
        }
    }

    @Test("a phone consumes the limits that the tenant file names, and no other")
    func consumed() async throws {
        try await TestAPI.run(like: "metered") { api in
            try await api.tenant.takeTokens(like: "metered") {
                $0.endUsers.mayConsume = [LimitID(unchecked: "scans")]
            }
            let used = try await send(
                api, "consumeMyLimit", "POST", "limits/scans/consume", as: "ana",
                ["amount": 3])
            #expect(try used.json["remaining"] == 0)
            let over = try await send(
                api, "consumeMyLimit", "POST", "limits/scans/consume", as: "ana", [:])
            #expect(try over.refusal == "429 limit_reached")
            let other = try await send(
                api, "consumeMyLimit", "POST", "limits/recipes/consume", as: "ana", [:])
            #expect(try other.refusal == "403 limit_not_consumable")
            let dated = try await send(
                api, "consumeMyLimit", "POST", "limits/scans/consume", as: "ana",
                ["used_at": "2026-01-01T00:00:00Z"])
            #expect(try dated.pointers == ["/used_at"])
        }
    }

    @Test("one end user's changes are limited, not another's, nor lookups")
    func limited() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens { $0.endUsers.writesPerMinute = 2 }
            func leave(as subject: String) async throws -> RawHTTPResponse {
                try await send(api, "leaveMyHousehold", "POST", "household/leave", as: subject)
            }
            for _ in 0..<2 { #expect(try await leave(as: "ana").status == 204) }
            let refused = try await leave(as: "ana")
            #expect(try refused.refusal == "429 too_many_requests")
            #expect((1...30).contains(refused["retry-after"].flatMap { Int($0) } ?? 0))
            #expect(try await leave(as: "ben").status == 204)
            #expect(try await api.me("getMyLimits", "/v1/me/limits", as: "ana").status == 200)
        }
    }
}
