import Entitlements
import EntitlementsDatabase

/// Finds the keys with which a tenant's statements are signed, and opens them.
struct SigningKeyDirectory: Sendable {
    let database: Database
    let cache: CredentialCache
    let secretBox: SecretBox

    /// A key of a tenant, and from when on it signs.
    struct Entry: Sendable {
        let key: SigningKey
        let signsFrom: Timestamp
    }

    /// Returns the key that signs at this moment; throws `no_signing_key` if there is none.
    func signer(of tenant: TenantID, at moment: Timestamp) async throws -> SigningKey {
        guard let entry = try await entries(of: tenant).first(where: { $0.signsFrom <= moment })
        else {
            throw Failure(.noSigningKey, "The tenant has no key that signs statements.")
        }
        return entry.key
    }

    /// Returns the keys to publish, newest first.
    func published(of tenant: TenantID) async throws -> [PublicSigningKey] {
        try await entries(of: tenant).map(\.key.publicKey)
    }

    /// The published keys, newest first.
    private func entries(of tenant: TenantID) async throws -> [Entry] {
        try await cache.signingKeys.value(for: tenant) {
            try await database.call(GetSigningKeys(), in: tenant).map { row in
                let context = PublicSigningKey(point: row.publicKey).sealingContext(of: tenant)
                let bytes = try secretBox.open(row.sealed, for: context)
                guard let key = SigningKey(privateBytes: bytes) else {
                    throw Failure(.internal, "A sealed signing key is no key.")
                }
                return Entry(key: key, signsFrom: row.signsFrom)
            }
        } ?? []
    }
}
