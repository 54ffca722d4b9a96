import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// A link that signs a browser in to the console once.
struct ConsoleLink: Sendable {
    let url: String

    static let lifetimeSeconds: Int32 = 600

    /// Makes a link for a server, which acts by the newest secret key of a tenant, or without one
    /// by the installation's newest admin key.
    ///
    /// Throws `api_key_not_found` if there is no such key.
    static func create(
        at address: String, tenantSlug: String? = nil, in database: Database
    ) async throws -> ConsoleLink {
        let code = SecretCode(.consoleLink, bytes: systemRandomBytes(SecretCode.byteCount))
        try await database.callOne(
            CreateConsoleLink(
                tenantSlug: tenantSlug, tokenDigest: code.digest, ttlSeconds: lifetimeSeconds))
        return ConsoleLink(url: "\(address)/console/links/\(code.text)")
    }
}
