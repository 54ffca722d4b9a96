import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Makes the codes that are shown once: of invites, device secrets and merge tickets.
struct SecretCodes: Sendable {
    let secretBox: SecretBox
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// A new code; the same one again for the same subject and Idempotency-Key, for a code is kept
    /// nowhere and a repeated request is to be answered the same.
    func code(
        _ kind: SecretCode.Kind, for subject: String, of tenant: TenantID, idempotencyKey: String?
    ) -> SecretCode {
        guard let idempotencyKey else {
            return SecretCode(kind, bytes: randomBytes(SecretCode.byteCount))
        }
        // The length stands before the subject, so that no two triples are spelled alike.
        let message = "\(tenant.uuidString)\(subject.utf8.count):\(subject)\(idempotencyKey)"
        return SecretCode(
            kind,
            bytes: secretBox.authenticationCode(
                of: Array(message.utf8), for: "\(kind.rawValue)-code"))
    }
}
