import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks Hearth about the person who is signed in, from their phone.
public struct HearthClient: Sendable {
    /// The tenant's slug.
    public let tenant: String
    let connection: Connection

    /// Asks as the person whose token `token` returns; it is called for each request.
    public init(
        address: URL, tenant: String, session: URLSession = .shared,
        token: @escaping @Sendable () async throws -> String
    ) {
        self.tenant = tenant
        connection = Connection(
            address: address, session: session, headers: ["Hearth-Tenant": tenant], token: token)
    }

    /// What the person may do now.
    public func entitlements() async throws -> Entitlements {
        try await connection.get("/v1/me/entitlements")
    }

    /// Whether the person may use a feature of the catalog.
    public func feature(_ id: String) async throws -> Feature {
        try await connection.get("/v1/me/features/\(Connection.escaped(id))")
    }

    /// How much of each limit the person has used.
    public func limits() async throws -> [String: Limit] {
        let answer: Limits = try await connection.get("/v1/me/limits")
        return answer.limits
    }

    /// Counts a use of a limit.
    ///
    /// The same `reference` again counts nothing: give one, and a repeated request is safe. The
    /// answer's `isAllowed` is false if the limit is reached.
    public func consume(
        _ limitID: String, amount: Int = 1, reference: String? = nil
    ) async throws -> LimitUse {
        try await connection.post(
            "/v1/me/limits/\(Connection.escaped(limitID))/consume?refuse=false",
            LimitUse.Request(amount: amount, reference: reference))
    }

    /// The person's household; nil if they are in none.
    public func household() async throws -> Household? {
        do {
            return try await connection.get("/v1/me/household")
        } catch let error as HearthError where error.code == "household_not_found" {
            return nil
        }
    }

    /// What the app should show the person, most urgent first.
    public func notices() async throws -> [Notice] {
        let answer: Notices = try await connection.get("/v1/me/notices")
        return answer.notices
    }

    /// Puts a notice away, on all of the person's devices.
    public func dismiss(_ noticeID: String) async throws {
        let path = "/v1/me/notices/\(Connection.escaped(noticeID))/dismiss"
        _ = try await connection.data(for: "POST", path)
    }

    /// The person's own changes after a number; waits up to `wait` seconds (30 at most) for one.
    public func changes(after number: Int64?, wait seconds: Int = 0) async throws -> ChangePage {
        let after = number.map { "&after=\($0)" } ?? ""
        return try await connection.get(
            "/v1/me/changes?wait=\(seconds)\(after)", timeoutSeconds: Double(seconds) + 15)
    }

    /// A signed statement of what the person may do; `Access` keeps and verifies it.
    func statement() async throws -> String {
        let answer: SignedStatement = try await connection.get("/v1/me/token")
        return answer.token
    }

    func signingKeys() async throws -> SigningKeys {
        try await connection.get(
            "/v1/tenants/\(Connection.escaped(tenant))/.well-known/jwks.json")
    }
}
