import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Names ids of another tenant in each route of notices, changes, subscribers and phones.
@Suite("Ids of another tenant", .timeLimit(.minutes(5)))
struct ForeignIDTests {
    private static let refusals = [
        ("removeMyHouseholdMember", "DELETE", "/v1/me/household/members/u_theirs", nil),
        ("confirmMyHouseholdMember", "POST", "/v1/me/household/members/u_theirs/confirm", nil),
        (
            "transferMyHousehold", "POST", "/v1/me/household/owner",
            #"{"app_user_id": "u_theirs"}"#
        ),
        ("revokeMyHouseholdInvite", "DELETE", "/v1/me/household/invites/INVITE", nil),
        ("dismissMyNotice", "POST", "/v1/me/notices/NOTICE/dismiss", nil),
        ("joinMyHousehold", "POST", "/v1/me/household/join", #"{"code": "INVITE"}"#),
        ("consumeMyLimit", "POST", "/v1/me/limits/theirs/consume", #"{"amount": 1}"#),
        ("getMyFeature", "GET", "/v1/me/features/theirs", nil),
        ("getMyEntitlement", "GET", "/v1/me/entitlements/theirs", nil),
    ]

    /// Lends this tenant, whose u_1 owns a household, and another with a notice, an invite, a
    /// limit, a feature and an entitlement.
    private func run(
        _ body: @escaping @Sendable (TestAPI, (notice: String, invite: UUID)) async throws -> Void
    ) async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens { $0.unmappedFeatures = .error }
            try await api.tenant.found("u_1")
            let other = try await TestTenant.create {
                $0.notices.isLogged = true
                $0.entitlements.append(
                    .init(
                        id: EntitlementID(unchecked: "theirs"), rank: 99, isShared: true,
                        implies: []))
                $0.features.append(
                    .init(
                        id: FeatureID(unchecked: "theirs"),
                        entitlement: EntitlementID(unchecked: "theirs")))
            }
            let household = try await other.found("u_founder", with: ["u_theirs"])
            try await other.grant(to: "u_theirs")
            let notice = try await other.notices(of: "u_theirs").first?["notice_id"]?.string
            try await other.database.numberChanges()
            try await body(
                api, (try #require(notice), try await other.invite(to: household).id))
        }
    }

    @Test("a phone is refused them, as if they did not exist", arguments: refusals)
    private func phones(
        operationID: String, method: String, target: String, body: String?
    ) async throws {
        try await run { api, theirs in
            func filled(_ text: String) -> String {
                text.replacing("INVITE", with: theirs.invite.uuidString.lowercased())
                    .replacing("NOTICE", with: theirs.notice)
            }
            let response = try await api.send(
                operationID, method, filled(target), key: try TestAPI.token(of: "u_1"),
                headers: [("Hearth-Tenant", api.tenant.slug)]
                    + (body == nil ? [] : [("Content-Type", "application/json")]),
                body: body.map { Array(filled($0).utf8) })
            #expect([403, 404].contains(response.status), "\(response.text)")
            #expect(!response.text.contains(theirs.notice))
        }
    }

    @Test("a server sees nothing of them, and changes nothing")
    func servers() async throws {
        try await run { api, theirs in
            let notices = try await api.get("getNotices", "/v1/users/u_theirs/notices")
            #expect(try notices.json["notices"] == [])
            let dismissal = try await api.post(
                "dismissNotice", "/v1/users/u_theirs/notices/\(theirs.notice)/dismiss")
            #expect(try dismissal.refusal == "404 notice_not_found")
            let subscriber = try await api.get("getSubscriber", "/v1/subscribers/u_theirs")
            #expect(try subscriber.json["subscriber"]?["entitlements"] == [:])
            let changes = try await api.get("listChanges", "/v1/changes", key: api.secretKey)
            #expect(!changes.text.contains("u_theirs"))
            let mine = try await api.me("listMyChanges", "/v1/me/changes", as: "u_theirs")
            #expect(try mine.json["data"] == [])
        }
    }
}
