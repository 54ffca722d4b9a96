import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Creates the codes that are shown once: of invites, device secrets and merge tickets.
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
}
