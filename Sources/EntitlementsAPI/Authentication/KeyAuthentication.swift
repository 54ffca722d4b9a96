import Entitlements
import EntitlementsDatabase
import HTTPTypes

/// Authenticates API keys: finds the tenant and checks what the key allows.
struct KeyAuthentication: Sendable {
    let database: Database
    let cache: CredentialCache
    let tenants: TenantDirectory

    /// What a key allows; each right includes the ones before it.
    enum Right: Int, Comparable, Sendable {
        /// Lookups.
        case read
        /// All that is read about people, notes, reading from RevenueCat, and grants for a time.
        case support
        /// All routes of the tenant.
        case secret

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Returns the tenant and the actor of the request.
    ///
    /// Throws `unauthorized` for a wrong key, and `forbidden` if the key does not allow the
    /// request.
    func caller(
        of request: APIRequest, allowing right: Right
    ) async throws -> (tenant: TenantID, actor: Actor) {
        guard let key = try request.bearer().flatMap(APIKey.init(parsing:)) else {
            throw MistakenKey(authorization: try request.headerField(.authorization)).failure
        }
        let principal = try await principal(of: key)
        let named = try request.headerField(.hearthTenant)
        return (try await tenant(named: named, by: principal, allowing: right), Actor(principal))
    }

    /// Returns the tenant that the holder of a key acts for, if the key allows the request.
    ///
    /// Throws `forbidden` and `tenant_not_found`, and `invalid_request` if an admin key names none.
    func tenant(
        named: String?, by principal: Principal, allowing right: Right
    ) async throws -> TenantID {
        if principal.kind == .admin {
            guard let named else {
                throw Failure(
                    .invalidRequest, "With an admin key, set Hearth-Tenant to the tenant.")
            }
            guard let tenant = try await tenants.tenant(named: named) else { throw noSuchTenant }
            return tenant.id
        }
        guard principal.right >= right else { throw principal.refusal }
        guard let tenantID = principal.tenantID else { throw wrongKey }
        // Another tenant and a missing tenant get the same answer.
        if let named, named != principal.tenantSlug {
            var failure = noSuchTenant
            failure.fix = "Leave out `Hearth-Tenant`, or set it to the key's tenant."
            throw failure
        }
        return tenantID
    }

    /// Returns the holder of a key; throws `unauthorized` for a wrong one.
    func principal(of key: APIKey) async throws -> Principal {
        let found = try await cache.principals.value(for: key.keyID) {
            let row = try await database.call(AuthenticateAPIKey(keyID: key.keyID)).first
            if let row, row.isUseDue, !database.isReadOnly, key.matches(digest: row.digest) {
                // If it cannot be noted, the request goes on.
                _ = try? await database.callOne(UseAPIKey(keyID: key.keyID))
            }
            return row.flatMap { Principal($0, keyID: key.keyID) }
        }
        guard let found, key.matches(digest: found.digest), key.kind == found.kind else {
            throw wrongKey
        }
        return found
    }

    private var wrongKey: Failure { MistakenKey.unknown.failure }

    private var noSuchTenant: Failure {
        Failure(.tenantNotFound, "There is no tenant with this name.")
    }
}

extension Principal {
    /// Nil for a kind of key that this version does not know.
    init?(_ row: AuthenticateAPIKey.Row, keyID: String) {
        guard let kind = APIKey.Kind(rawValue: row.kind) else { return nil }
        self.init(
            keyID: keyID, kind: kind, digest: row.digest, tenantID: row.tenantID,
            tenantSlug: row.tenantSlug, name: row.name)
    }

    /// What the key allows in its tenant; an admin key all, in every tenant.
    var right: KeyAuthentication.Right {
        switch kind {
        case .read: .read
        case .support: .support
        case .secret, .admin: .secret
        }
    }

    /// Why the key is refused what its right does not include.
    fileprivate var refusal: Failure {
        Failure(
            .forbidden,
            right == .read
                ? "A read key is for lookups only."
                : "A support key reads about people, writes notes, reads people from RevenueCat, "
                    + "and grants access for a time.")
    }
}
