import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks Hearth what app users may do: on a server with an API key, in an app as the end user.
public struct HearthClient: Sendable {
    /// The tenant's slug; empty for an API key, which names its tenant.
    public let tenant: String
    let connection: Connection

    /// Asks with what `token` returns, an API key or an end user's token; called for each request.
    public init(
        address: URL, tenant: String = "", session: URLSession = .shared,
        token: @escaping @Sendable () async throws -> String
    ) {
        self.tenant = tenant
        connection = Connection(
            address: address, session: session,
            headers: tenant.isEmpty ? [:] : ["Hearth-Tenant": tenant], token: token)
    }

    /// Whether an entitlement is active; without an app user's id, for the end user of the token.
    public func isActive(_ entitlementID: String, of appUserID: String? = nil) async throws -> Bool
    {
        let path = "\(person(appUserID))/entitlements/\(Connection.escaped(entitlementID))"
        let answer: EntitlementOfAppUser = try await connection.get(path)
        return answer.isActive
    }

    /// Checks up to a hundred entitlements at one moment; the answers are in the same order.
    public func check(_ checks: [EntitlementCheck]) async throws -> [CheckedEntitlementsChecks] {
        let answer: CheckedEntitlements = try await connection.post(
            "/v1/entitlements/check", ["checks": checks])
        return answer.checks
    }

    /// Counts a use of a limit, once however often the request is repeated.
    ///
    /// The answer's `isAllowed` is false if the limit is reached; nothing is counted then. The same
    /// `reference` counts once.
    public func consume(
        _ limitID: String, of appUserID: String? = nil, amount: Int = 1, reference: String? = nil
    ) async throws -> UsedLimit {
        try await connection.post(
            "\(person(appUserID))/limits/\(Connection.escaped(limitID))/consume?refuse=false",
            Use(amount: amount, reference: reference))
    }

    /// Follows all changes of the tenant, with its secret key: after a number, or from now on.
    public func listen(after number: Int? = nil) -> ChangeStream {
        ChangeStream(connection: connection, after: number)
    }

    /// What the end user may do now.
    public func entitlements() async throws -> EntitlementsOfAppUser {
        try await connection.get("/v1/me/entitlements")
    }

    /// Whether the end user may use a feature of the catalog.
    public func feature(_ id: String) async throws -> FeatureOfAppUser {
        try await connection.get("/v1/me/features/\(Connection.escaped(id))")
    }

    /// How much of each limit the end user has used.
    public func limits() async throws -> [String: Limit] {
        let answer: LimitsOfAppUser = try await connection.get("/v1/me/limits")
        return answer.limits
    }

    /// The end user's household; nil if they are in none.
    public func household() async throws -> HouseholdAsOf? {
        do {
            return try await connection.get("/v1/me/household")
        } catch let error as HearthError where error.code == "household_not_found" {
            return nil
        }
    }

    /// What the app should show the end user, most urgent first.
    public func notices() async throws -> [Notice] {
        let answer: Notices = try await connection.get("/v1/me/notices")
        return answer.notices
    }

    /// Puts a notice away, on all of the end user's devices.
    public func dismiss(_ noticeID: String) async throws {
        let path = "/v1/me/notices/\(Connection.escaped(noticeID))/dismiss"
        _ = try await connection.data(for: "POST", path)
    }

    /// The end user's own changes after a number; waits up to `wait` seconds (30 at most) for one.
    public func changes(after number: Int?, wait seconds: Int = 0) async throws -> ChangePage {
        let after = number.map { "&after=\($0)" } ?? ""
        return try await connection.get(
            "/v1/me/changes?wait=\(seconds)\(after)", timeoutSeconds: Double(seconds) + 15)
    }

    /// A signed statement of what the end user may do; `Access` keeps and verifies it.
    public func statement() async throws -> String {
        let answer: Statement = try await connection.get("/v1/me/token")
        return answer.token
    }

    /// The keys that verify the tenant's statements.
    public func signingKeys() async throws -> SigningKeys {
        try await connection.get(
            "/v1/tenants/\(Connection.escaped(tenant))/.well-known/jwks.json")
    }

    private func person(_ appUserID: String?) -> String {
        appUserID.map { "/v1/users/\(Connection.escaped($0))" } ?? "/v1/me"
    }

    private struct Use: Encodable {
        let amount: Int
        let reference: String?
    }
}

/// A question of `HearthClient.check`.
public struct EntitlementCheck: Encodable, Sendable {
    let appUserId: String
    let entitlementId: String

    /// Asks whether an app user's entitlement is active.
    public init(appUserID: String, entitlementID: String) {
        appUserId = appUserID
        entitlementId = entitlementID
    }
}

extension EntitlementsOfAppUser {
    /// Whether an entitlement is active; use this to decide.
    public func isActive(_ entitlementID: String) -> Bool {
        entitlements[entitlementID]?.isActive ?? false
    }
}
