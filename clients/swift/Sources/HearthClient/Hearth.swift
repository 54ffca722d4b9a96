import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks Hearth what app users may do: on a server with an API key, in an app as the end user.
///
/// Every call throws a `HearthError` if it does not succeed, of any `kind`. Any call may be refused
/// with `unauthorized`, `token_refused`, `token_superseded`, `forbidden`, `tenant_not_found`,
/// `invalid_request`, `validation_failed`, `too_many_requests`, and with 503 `overloaded`,
/// `database_unavailable`, `read_only`, `tenant_moving` and `tenant_moved`. The call's
/// documentation names other codes.
///
/// What the function for tokens throws comes through as it is. A task that is cancelled ends its
/// call with a `CancellationError`.
public struct Hearth: Sendable {
    let connection: Connection

    /// The tenant's slug, if one was given.
    public var tenant: String? { connection.tenant }

    /// Asks with an API key, on your server.
    ///
    /// `timeout` is how long a call may take in all, with its repeats: without it, lookups have 2
    /// seconds and writes 10. `attempts` is how often a request is sent at most, if it may be
    /// repeated; each attempt but the last may take half of the time that is left. `fallback` is
    /// for how long a lookup may answer what it answered last, if Hearth cannot be reached;
    /// `fallbackAge` of an answer says so.
    public init(
        address: URL, key: String, tenant: String? = nil, timeout: Duration? = nil,
        attempts: Int = 4, fallback: Duration? = nil
    ) throws {
        connection = try Connection(
            address: address.checked, tenant: tenant, token: { _ in key }, hasToken: false,
            timeout: timeout?.seconds, attempts: attempts, fallback: fallback?.seconds)
        guard key.isVisible else {
            throw HearthError.option("key", "It has other characters than a key, or none.")
        }
        try checkNumbers()
    }

    /// Asks with what `token` returns, an end user's token: in an app.
    ///
    /// If Hearth refused the last token, the function is called once more, with `isRefused`. It
    /// must end when its task is cancelled.
    public init(
        address: URL, tenant: String, timeout: Duration? = nil, attempts: Int = 4,
        fallback: Duration? = nil,
        token: @escaping @Sendable (_ isRefused: Bool) async throws -> String
    ) throws {
        connection = try Connection(
            address: address.checked, tenant: tenant, token: token, hasToken: true,
            timeout: timeout?.seconds, attempts: attempts, fallback: fallback?.seconds)
        try checkNumbers()
    }

    /// The same client, over the same connections, with other options for some calls.
    public func with(
        timeout: Duration? = nil, attempts: Int? = nil, fallback: Duration? = nil
    ) throws -> Hearth {
        var connection = connection
        connection.timeout = timeout?.seconds ?? connection.timeout
        connection.attempts = attempts ?? connection.attempts
        connection.fallback = fallback?.seconds ?? connection.fallback
        let other = Hearth(connection: connection)
        try other.checkNumbers()
        return other
    }

    private init(connection: Connection) { self.connection = connection }

    private static let maximumSeconds: TimeInterval = 300
    private static let maximumAttempts = 10

    private func checkNumbers() throws {
        let (timeout, fallback) = (connection.timeout ?? 1, connection.fallback ?? 1)
        guard timeout > 0, timeout <= Self.maximumSeconds else {
            throw HearthError.option("timeout", "It is above 0, five minutes at most.")
        }
        guard (1...Self.maximumAttempts).contains(connection.attempts), fallback > 0 else {
            throw HearthError.option("attempts", "It is from 1 to \(Self.maximumAttempts).")
        }
    }

    /// Whether an entitlement is active; without an app user's id, for the end user of the token.
    ///
    /// Refused with `entitlement_not_in_catalog`.
    public func isActive(_ entitlementID: String, of appUserID: String? = nil) async throws -> Bool
    {
        try await entitlement(entitlementID, of: appUserID).isActive
    }

    /// One entitlement, with its end and its source.
    ///
    /// Refused with `entitlement_not_in_catalog`.
    public func entitlement(
        _ entitlementID: String, of appUserID: String? = nil
    ) async throws -> LookedUp<EntitlementOfAppUser> {
        let id = try Connection.segment(entitlementID)
        return try await lookUp(Request(path: "\(person(appUserID))/entitlements/\(id)"))
    }

    /// All that an app user may do, with the plan.
    public func entitlements(
        of appUserID: String? = nil
    ) async throws -> LookedUp<EntitlementsOfAppUser> {
        try await lookUp(Request(path: "\(person(appUserID))/entitlements"))
    }

    /// Whether a feature of the tenant file may be used.
    ///
    /// Refused with `feature_not_in_catalog`.
    public func feature(
        _ featureID: String, of appUserID: String? = nil
    ) async throws -> LookedUp<FeatureOfAppUser> {
        let id = try Connection.segment(featureID)
        return try await lookUp(Request(path: "\(person(appUserID))/features/\(id)"))
    }

    /// How much of each limit is used.
    public func limits(of appUserID: String? = nil) async throws -> LookedUp<LimitsOfAppUser> {
        try await lookUp(Request(path: "\(person(appUserID))/limits"))
    }

    /// Checks up to a hundred entitlements at one moment; the answers are in the same order.
    ///
    /// A check of an unknown entitlement has `error`.
    public func check(
        _ checks: [EntitlementCheck]
    ) async throws -> [LookedUp<CheckedEntitlementsChecks>] {
        // The server ignores the key. It says that the request may be repeated.
        let request = Request(
            method: "POST", path: "/v1/entitlements/check",
            body: try JSON.encoder.encode(["checks": checks]), idempotencyKey: UUID().uuidString,
            isLookup: true)
        let answer: LookedUp<CheckedEntitlements> = try await lookUp(request)
        return answer.checks.map { LookedUp(answer: $0, fallbackAge: answer.fallbackAge) }
    }

    /// Counts a use of a limit, once however often the request is repeated.
    ///
    /// The answer's `isAllowed` is false if the limit is reached; nothing is counted then. The same
    /// `reference` counts once. Refused with `limit_not_in_catalog`, `limit_not_consumable` and
    /// `reference_reused`.
    public func consume(
        _ limitID: String, of appUserID: String? = nil, amount: Int = 1, reference: String? = nil
    ) async throws -> UsedLimit {
        let id = try Connection.segment(limitID)
        return try await request(
            "POST", "\(person(appUserID))/limits/\(id)/consume?refuse=false",
            body: Use(amount: amount, reference: reference), idempotencyKey: UUID().uuidString)
    }

    /// Follows all changes of the tenant, with its secret key: after a number, or from now on.
    ///
    /// Refused with `changes_gone` (410) if the log begins later than the number.
    public func listen(after number: Int? = nil) -> ChangeStream {
        ChangeStream(connection: connection, after: number)
    }

    func person(_ appUserID: String?) throws -> String {
        try appUserID.map { "/v1/users/\(try Connection.segment($0))" } ?? "/v1/me"
    }

    private struct Use: Encodable {
        let amount: Int
        let reference: String?
    }
}
