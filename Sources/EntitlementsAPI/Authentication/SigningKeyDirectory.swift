import Entitlements
import EntitlementsDatabase

/// Finds the keys with which a tenant's statements are signed, and opens them.
struct SigningKeyDirectory: Sendable {
    let database: Database
    let cache: CredentialCache
    let secretBox: SecretBox

    /// A key of a tenant, and from when on it signs.
    struct Entry: Sendable {
        let publicKey: PublicSigningKey
        /// Nil if it was sealed with another encryption key.
        let key: SigningKey?
        let signsFrom: Timestamp
    }

    /// Returns the key that signs at this moment: the newest that opens.
    ///
    /// Throws `no_signing_key` if there is none, and `secret_unreadable` if none opens.
    func signer(of tenant: TenantID, at moment: Timestamp) async throws -> SigningKey {
        let entries = try await entries(of: tenant).filter { $0.signsFrom <= moment }
        guard !entries.isEmpty else {
            throw Failure(.noSigningKey, "The tenant has no key that signs statements.")
        }
        guard let key = entries.lazy.compactMap(\.key).first else {
            throw Failure(
                .secretUnreadable, "The tenant's signing key was sealed with another key.")
        }
        return key
    }

    /// Returns the keys to publish, newest first.
    func published(of tenant: TenantID) async throws -> [PublicSigningKey] {
        try await entries(of: tenant).map(\.publicKey)
    }

    /// The published keys, newest first.
    private func entries(of tenant: TenantID) async throws -> [Entry] {
        try await cache.signingKeys.value(for: tenant) {
            try await database.call(GetSigningKeys(), in: tenant).map { row in
                let publicKey = PublicSigningKey(point: row.publicKey)
                let bytes = try? secretBox.open(
                    row.sealed, for: publicKey.sealingContext(of: tenant))
                return Entry(
                    publicKey: publicKey, key: bytes.flatMap { SigningKey(privateBytes: $0) },
                    signsFrom: row.signsFrom)
            }
        } ?? []
    }
}
