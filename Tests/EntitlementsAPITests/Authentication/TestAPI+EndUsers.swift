import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Requests of an end user, with a token.
extension TestAPI {
    /// The routes that take a token.
    static let routesOfEndUsers = [
        ("getMe", "GET", "/v1/me"), ("getMyEntitlements", "GET", "/v1/me/entitlements"),
        ("getMyEntitlement", "GET", "/v1/me/entitlements/plus"),
        ("getMyFeature", "GET", "/v1/me/features/labs"),
        ("getMyHousehold", "GET", "/v1/me/household"), ("getMyLimits", "GET", "/v1/me/limits"),
        ("getMyCredits", "GET", "/v1/me/credits"), ("syncMe", "POST", "/v1/me/sync"),
        ("listMyChanges", "GET", "/v1/me/changes"),
        ("getMyNotices", "GET", "/v1/me/notices"),
    ]

    /// The routes with which an end user changes something.
    static let changesOfEndUsers = [
        ("createMyHousehold", "POST", "/v1/me/household"),
        ("joinMyHousehold", "POST", "/v1/me/household/join"),
        ("leaveMyHousehold", "POST", "/v1/me/household/leave"),
        ("transferMyHousehold", "POST", "/v1/me/household/owner"),
        ("createMyHouseholdInvite", "POST", "/v1/me/household/invites"),
        ("revokeMyHouseholdInvite", "DELETE", "/v1/me/household/invites/x"),
        ("removeMyHouseholdMember", "DELETE", "/v1/me/household/members/u"),
        ("confirmMyHouseholdMember", "POST", "/v1/me/household/members/u/confirm"),
        ("consumeMyLimit", "POST", "/v1/me/limits/scans/consume"),
        ("dismissMyNotice", "POST", "/v1/me/notices/x/dismiss"),
        ("getMyToken", "GET", "/v1/me/token"),
    ]

    /// A token of the subject, valid now.
    static func token(
        of subject: String, isAnonymous: Bool = false, claims: [String: JSONValue] = [:]
    ) throws -> String {
        try TestTokens.token(of: subject, at: now, isAnonymous: isAnonymous, claims: claims)
    }

    /// Sends a request with a token, to this tenant unless another is named.
    func me(
        _ operationID: String, _ target: String, method: String = "GET", token: String,
        of slug: String? = nil, headers: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            operationID, method, target, key: token,
            headers: [("Hearth-Tenant", slug ?? tenant.slug)] + headers,
            sourceLocation: sourceLocation)
    }

    /// Sends a request with a new token of the subject.
    func me(
        _ operationID: String, _ target: String, method: String = "GET", as subject: String,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await me(
            operationID, target, method: method, token: Self.token(of: subject),
            headers: headers, sourceLocation: sourceLocation)
    }
}
