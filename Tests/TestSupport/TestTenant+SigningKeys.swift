package import Entitlements
package import EntitlementsDatabase

extension TestTenant {
    /// Adds a signing key, and returns its public half and from when on it signs.
    @discardableResult
    package func rotateSigningKey(
        to key: SigningKey = SigningKey(), isAtOnce: Bool = false, at moment: Timestamp? = nil
    ) async throws -> (key: PublicSigningKey, signsFrom: Timestamp) {
        let publicKey = key.publicKey
        let sealed = try SecretBox.forTests().seal(
            key.privateBytes, for: publicKey.sealingContext(of: id))
        let row = try await database.callOne(
            RotateSigningKey(
                keyID: publicKey.id, sealed: sealed, publicKey: publicKey.point,
                isAtOnce: isAtOnce, asOf: moment),
            in: id)
        return (publicKey, row.signsFrom)
    }

    package func signingKeys(at moment: Timestamp? = nil) async throws -> [GetSigningKeys.Row] {
        try await database.call(GetSigningKeys(asOf: moment), in: id)
    }
}
