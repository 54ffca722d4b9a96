import EntitlementsDatabase
import Synchronization
import Tokens

/// The keys, tenants, token issuers and origins that requests used in the last minute.
///
/// The database listener calls `invalidate()` when a key or a tenant changes, and when its
/// connection was interrupted. A change takes effect with the next request.
package final class CredentialCache: Sendable {
    package static let lifetimeSeconds = 60
    package static let maximumEntries = 10_000

    let principals: ExpiringCache<String, Principal>
    let tenants: ExpiringCache<String, Tenant>
    let tokenVerifiers: ExpiringCache<TenantID, TokenVerifier>
    let signingKeys: ExpiringCache<TenantID, [SigningKeyDirectory.Entry]>
    /// The origins of all tenants, as one entry.
    let origins: ExpiringCache<Int, Set<String>>
    private let invalidations = Atomic(0)

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = monotonicTime) {
        let lifetime = Duration.seconds(Self.lifetimeSeconds)
        principals = ExpiringCache(
            lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        tenants = ExpiringCache(lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        tokenVerifiers = ExpiringCache(
            lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        signingKeys = ExpiringCache(
            lifetime: lifetime, maximumEntries: Self.maximumEntries, now: now)
        origins = ExpiringCache(lifetime: lifetime, maximumEntries: 1, now: now)
    }

    /// Differs after each change of a key or a tenant.
    var generation: Int { invalidations.load(ordering: .sequentiallyConsistent) }

    /// Empties the cache.
    package func invalidate() {
        principals.forgetAll()
        tenants.forgetAll()
        tokenVerifiers.forgetAll()
        signingKeys.forgetAll()
        origins.forgetAll()
        invalidations.add(1, ordering: .sequentiallyConsistent)
    }
}
