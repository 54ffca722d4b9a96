import Foundation

/// What an end user does for themselves, in an app.
extension Hearth {
    /// Takes what an anonymous app user bought and used to the account that signed in, once, with a
    /// proof that it was the same person.
    ///
    /// The answer says what moved. Refused with `proof_required`, `proof_invalid`, `not_anonymous`,
    /// `not_identified`, `merge_conflict` and `purchase_moved_too_often`.
    public func identify(
        _ anonymousAppUserID: String, proof: IdentityProof? = nil
    ) async throws -> Merge {
        try await request(
            "POST", "/v1/me/identify",
            body: Identification(anonymousAppUserId: anonymousAppUserID, proof: proof?.members))
    }

    /// The end user's household; nil if they are in none.
    public func household() async throws -> HouseholdAsOf? {
        do {
            return try await request("GET", "/v1/me/household")
        } catch let error as HearthError where error.code == "household_not_found" {
            return nil
        }
    }

    /// Founds a household.
    ///
    /// Refused with `already_in_household`, `cooldown` and `not_identified`.
    public func createHousehold(named name: String? = nil) async throws -> Household {
        try await request(
            "POST", "/v1/me/household", body: ["name": name], idempotencyKey: UUID().uuidString)
    }

    /// An invite into the end user's household, whose code is shown once.
    ///
    /// Refused with `not_household_owner`, `household_not_found`, `household_full` and
    /// `not_identified`.
    public func invite() async throws -> HouseholdInvite {
        try await request(
            "POST", "/v1/me/household/invites", body: [String: String](),
            idempotencyKey: UUID().uuidString)
    }

    /// Joins the household of an invite.
    ///
    /// If `isConfirmed` is false, its owner must confirm first.
    /// Refused with `invite_not_found`, `invite_expired`, `household_full`, `already_in_household`,
    /// `cooldown` and `not_identified`.
    public func joinHousehold(_ code: String) async throws -> JoinOutcome {
        try await request("POST", "/v1/me/household/join", body: ["code": code])
    }

    /// Leaves the household.
    ///
    /// Refused with `owner_must_transfer`.
    public func leaveHousehold() async throws {
        let body = Data("{}".utf8)
        _ = try await connection.data(
            for: Request(
                method: "POST", path: "/v1/me/household/leave", body: body, isIdempotent: true))
    }

    /// What the app should show the end user, most urgent first.
    public func notices() async throws -> [Notice] {
        let answer: Notices = try await request("GET", "/v1/me/notices")
        return answer.notices
    }

    /// Hides a notice on all of the end user's devices.
    ///
    /// Refused with `notice_not_found`.
    public func dismissNotice(_ noticeID: String) async throws {
        let path = "/v1/me/notices/\(try Connection.segment(noticeID))/dismiss"
        _ = try await connection.data(for: Request(method: "POST", path: path, isIdempotent: true))
    }

    /// The end user's own changes after a number; Hearth waits up to `wait` seconds (30 at most).
    ///
    /// Refused with `changes_gone`.
    public func changes(after number: Int?, wait seconds: Int = 0) async throws -> ChangePage {
        let after = number.map { "&after=\($0)" } ?? ""
        let patient = seconds == 0 ? self : try with(timeout: .seconds(seconds + 5), attempts: 1)
        return try await patient.request("GET", "/v1/me/changes?wait=\(seconds)\(after)")
    }

    /// A signed statement of what the end user may do; `Access` keeps and verifies it.
    ///
    /// Refused with `no_signing_key`.
    public func statement() async throws -> String {
        let answer: Statement = try await request("GET", "/v1/me/token")
        return answer.token
    }

    /// The keys that verify the tenant's statements.
    public func signingKeys() async throws -> SigningKeys {
        let slug = try Connection.segment(tenant ?? "")
        return try await request("GET", "/v1/tenants/\(slug)/.well-known/jwks.json")
    }

    private struct Identification: Encodable {
        let anonymousAppUserId: String
        let proof: [String: String]?
    }
}

/// What proves that an anonymous app user and the one who signed in are the same person.
public enum IdentityProof: Sendable {
    /// The secret that your server got when it made the anonymous app user.
    case deviceSecret(String)
    /// A ticket of your server.
    case mergeTicket(String)
    /// The token of the anonymous sign-in.
    case anonymousToken(String)

    var members: [String: String] {
        switch self {
        case .deviceSecret(let value): ["device_secret": value]
        case .mergeTicket(let value): ["merge_ticket": value]
        case .anonymousToken(let value): ["anonymous_token": value]
        }
    }
}

/// What came of joining a household.
public struct JoinOutcome: Decodable, Sendable, Equatable {
    /// Whether they are a member now, or the owner must confirm first.
    public let isConfirmed: Bool
    /// The household's id.
    public let householdID: UUID
    /// Its name, or nil if it has none.
    public let name: String?
}
