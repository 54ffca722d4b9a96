import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Makes the codes of invites.
struct InviteCodes: Sendable {
    let secretBox: SecretBox
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// A new code; the same one again for the same household and Idempotency-Key, for a code is
    /// kept nowhere and a repeated request is to be answered the same.
    func code(
        for household: UUID, of tenant: TenantID, idempotencyKey: String?
    ) -> InviteCode {
        guard let idempotencyKey else {
            return InviteCode(bytes: randomBytes(InviteCode.byteCount))
        }
        // The two ids are of one length, so that no two triples are spelled alike.
        let message = "\(tenant.uuidString)\(household.uuidString)\(idempotencyKey)"
        return InviteCode(
            bytes: secretBox.authenticationCode(of: Array(message.utf8), for: "invite-code"))
    }
}
