import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

/// Answers browsers and web views that call `/v1/me`, or what needs no credential, from another
/// origin (the Fetch standard's CORS).
///
/// What needs no credential is a tenant's status and its public keys. They are for origins of that
/// tenant too: a page elsewhere must not read a server that only its visitor can reach.
///
/// Other routes get no such header: they need keys that must not be in a page. A preflight names no
/// tenant, so an origin of any tenant passes it. The answer itself is readable for origins of the
/// tenant that the request names. No answer has `*`, and none allows credentials: tokens come in a
/// header, and no cookie counts.
struct CrossOrigin: Sendable {
    let tenants: TenantDirectory

    /// How long a browser may keep the answer to a preflight.
    static let maximumAgeSeconds = 7_200

    private static let requestHeaders =
        "Authorization, Content-Type, Hearth-Position, Hearth-Tenant, Idempotency-Key, "
        + "If-None-Match, X-Request-Id"
    private static let answerHeaders =
        "ETag, Hearth-Position, Idempotent-Replayed, Retry-After, Warning, WWW-Authenticate, "
        + "X-Request-Id"

    /// Whether pages may call this path.
    static func serves(_ path: Substring) -> Bool {
        path == "/v1/me" || path.hasPrefix("/v1/me/") || path == "/v1/status"
            || tenant(withKeysAt: path) != nil
    }

    /// Returns the name of the tenant whose public keys have this path.
    private static func tenant(withKeysAt path: Substring) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "v1", parts[2] == "tenants",
            parts[4] == ".well-known", parts[5] == "jwks.json"
        else { return nil }
        return try? PercentEncoding.decoded(parts[3])
    }

    /// Returns the answer to a preflight of a path with these methods; nil if it is none.
    func preflight(
        _ headers: HTTPFields, allowing methods: [HTTPRequest.Method]
    ) async throws -> Response? {
        guard headers[.origin] != nil, headers[.accessControlRequestMethod] != nil else {
            return nil
        }
        var response = Response(status: .noContent)
        response.headers[.vary] = "Origin"
        guard let origin = Self.origin(of: headers),
            try await knownOrigins().contains(origin.rawValue)
        else { return response }
        response.headers[.accessControlAllowOrigin] = origin.rawValue
        response.headers[.accessControlAllowMethods] =
            methods.map(\.rawValue).joined(separator: ", ")
        response.headers[.accessControlAllowHeaders] = Self.requestHeaders
        response.headers[.accessControlMaxAge] = String(Self.maximumAgeSeconds)
        return response
    }

    /// Makes an answer readable for the origin that asked, if it is one of the named tenant's.
    ///
    /// The path names the tenant of keys, and a header that of all else.
    func admit(_ headers: HTTPFields, at path: Substring, to response: inout Response) async {
        response.headers[.vary] = "Origin"
        guard let origin = Self.origin(of: headers),
            let named = Self.tenant(withKeysAt: path) ?? headers[.hearthTenant],
            let tenant = try? await tenants.tenant(named: named),
            tenant.origins.contains(origin.rawValue)
        else { return }
        response.headers[.accessControlAllowOrigin] = origin.rawValue
        response.headers[.accessControlExposeHeaders] = Self.answerHeaders
    }

    /// The origin of a request with one Origin header.
    private static func origin(of headers: HTTPFields) -> WebOrigin? {
        let values = headers[values: .origin]
        return values.count == 1 ? WebOrigin(rawValue: values[0]) : nil
    }

    /// The origins of all tenants.
    private func knownOrigins() async throws -> Set<String> {
        try await tenants.cache.origins.value(for: 0) {
            Set(try await tenants.database.call(ListOrigins()).map(\.origin))
        } ?? []
    }
}
