import EntitlementsDatabase
import Tokens

/// The keys, tenants and issuers of tokens that authentication has met in the last minute.
///
/// Whoever listens to the database calls `invalidate()` when a key was revoked or a tenant changed,
/// and when the listening was interrupted; a change then counts from the next request.
package final class CredentialCache: Sendable {
    package static let lifetimeSeconds = 60
    package static let maximumEntries = 10_000

    let principals: ExpiringCache<String, Principal>
    let tenants: ExpiringCache<String, Tenant>
    let tokenVerifiers: ExpiringCache<TenantID, TokenVerifier>

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = monotonicTime) {
        let lifetime = Duration.seconds(Self.lifetimeSeconds)
        principals = ExpiringCache(
            lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        tenants = ExpiringCache(lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        tokenVerifiers = ExpiringCache(
            lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
    }

    /// Forgets everything.
    package func invalidate() {
        principals.forgetAll()
        tenants.forgetAll()
        tokenVerifiers.forgetAll()
    }
}
