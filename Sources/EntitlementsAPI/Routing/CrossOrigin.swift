import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

/// Answers browsers and web views that call `/v1/me` from another origin (the Fetch standard's
/// CORS).
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
        "Authorization, Content-Type, Hearth-Tenant, Idempotency-Key, If-None-Match, X-Request-Id"
    private static let answerHeaders =
        "ETag, Idempotent-Replayed, Retry-After, Warning, WWW-Authenticate, X-Request-Id"

    /// Whether pages may call this path.
    static func serves(_ path: Substring) -> Bool {
        path == "/v1/me" || path.hasPrefix("/v1/me/")
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
    func admit(_ headers: HTTPFields, to response: inout Response) async {
        response.headers[.vary] = "Origin"
        guard let origin = Self.origin(of: headers), let named = headers[.hearthTenant],
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
