import Synchronization

/// The slugs of tenants that log lines named; a tenant's slug never changes.
final class Slugs: Sendable {
    private static let maximumEntries = 10_000

    private let known = Mutex<[TenantID: String]>([:])

    /// Returns the tenant's slug, or loads it.
    func slug(of tenant: TenantID, load: () async throws -> String?) async rethrows -> String? {
        if let slug = known.withLock({ $0[tenant] }) { return slug }
        guard let slug = try await load() else { return nil }
        known.withLock { known in
            if known.count >= Self.maximumEntries { known.removeAll() }
            known[tenant] = slug
        }
        return slug
    }
}

extension Database {
    /// Returns the name of a tenant in log lines: its slug, or its id if the database does not
    /// answer.
    package func slug(of tenant: TenantID) async -> String {
        let slug = try? await slugs.slug(of: tenant) {
            try await call(GetSlug(), in: tenant).first?.slug
        }
        return slug ?? "\(tenant)"
    }
}
