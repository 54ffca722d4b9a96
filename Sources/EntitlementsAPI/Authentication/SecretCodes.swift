import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Creates the codes and secrets that are shown once: of invites, devices, merge tickets,
/// campaigns, endpoints and API keys.
struct SecretCodes: Sendable {
    let secretBox: SecretBox
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Returns a new code.
    ///
    /// The same subject and Idempotency-Key give the same code, because a code is not stored and a
    /// repeated request must get the same answer.
    func code(
        _ kind: SecretCode.Kind, for subject: String, of tenant: TenantID, idempotencyKey: String?
    ) -> SecretCode {
        guard let idempotencyKey else {
            return SecretCode(kind, bytes: randomBytes(SecretCode.byteCount))
        }
        // The length comes before the subject, so that different inputs never give the same text.
        let message = "\(tenant.uuidString)\(subject.utf8.count):\(subject)\(idempotencyKey)"
        return SecretCode(
            kind,
            bytes: secretBox.authenticationCode(
                of: Array(message.utf8), for: "\(kind.rawValue)-code"))
    }

    /// Returns a new secret of an endpoint.
    ///
    /// The same subject and Idempotency-Key give the same secret: only the answer shows it.
    func endpointSecret(
        for subject: String, of tenant: TenantID, idempotencyKey: String?
    ) -> EndpointSecret {
        guard let idempotencyKey else {
            return EndpointSecret(bytes: randomBytes(EndpointSecret.byteCount))
        }
        let message = "\(tenant.uuidString)\(subject.utf8.count):\(subject)\(idempotencyKey)"
        return EndpointSecret(
            bytes: secretBox.authenticationCode(
                of: Array(message.utf8), for: "endpoint-secret"))
    }

    /// Seals a secret of an endpoint.
    ///
    /// Throws `secret_unreadable` if the tenant has secrets and the key opens none of them: then it
    /// is the wrong key.
    func sealed(
        _ secret: EndpointSecret, of endpoint: UUID, of tenant: TenantID, in database: Database
    ) async throws -> [UInt8] {
        let others = try await database.call(ListSealedSecrets(), in: tenant)
        let isOwnKey = others.contains { other in
            let context = other.sealingContext(of: tenant)
            return context.flatMap { try? secretBox.open(other.sealed, for: $0) } != nil
        }
        guard isOwnKey || others.isEmpty else {
            throw Failure(
                .secretUnreadable, "The tenant's other secrets were sealed with another key.")
        }
        return try secretBox.seal(
            secret.bytes, for: EndpointSecret.sealingContext(of: endpoint, of: tenant))
    }

    /// Returns a new API key.
    ///
    /// The same tenant and Idempotency-Key give the same key: only the answer shows it.
    func apiKey(_ kind: APIKey.Kind, of tenant: TenantID, idempotencyKey: String?) -> APIKey {
        guard let idempotencyKey else {
            return APIKey(kind, bytes: randomBytes(APIKey.byteCount))
        }
        return APIKey(
            kind,
            bytes: secretBox.authenticationCode(
                of: Array("\(tenant.uuidString)\(idempotencyKey)".utf8), for: "api-key"))
    }

    /// Returns the codes of a new batch.
    ///
    /// The same campaign and Idempotency-Key give the same codes.
    func promoCodes(
        _ count: Int, for campaign: String, of tenant: TenantID, idempotencyKey: String?
    ) -> [PromoCode] {
        (0..<count).map { number in
            guard let idempotencyKey else {
                return PromoCode(bytes: randomBytes(PromoCode.byteCount))
            }
            let subject = "\(number):\(campaign.utf8.count):\(campaign)"
            let message = "\(tenant.uuidString)\(subject)\(idempotencyKey)"
            return PromoCode(
                bytes: secretBox.authenticationCode(
                    of: Array(message.utf8), for: "promo-code"))
        }
    }
}
