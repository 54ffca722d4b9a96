import Crypto

/// Seals what must be kept and read again: the secrets that RevenueCat signs its webhooks with.
///
/// Makes anew, from the same key, what must not be kept: the codes of invites.
///
/// AES-256-GCM, with the place a secret belongs to as authenticated data, so that a sealed secret
/// copied from one tenant's row into another's does not open there.
package struct SecretBox: Sendable {
    private let key: SymmetricKey

    package static let keyByteCount = 32

    /// The first byte of everything sealed.
    ///
    /// Another cipher or key schedule gets another number.
    private static let format: UInt8 = 1

    /// Nil unless there are exactly 32 bytes.
    package init?(keyBytes: [UInt8]) {
        guard keyBytes.count == Self.keyByteCount else { return nil }
        key = SymmetricKey(data: keyBytes)
    }

    /// Format, nonce, ciphertext and tag.
    ///
    /// Sealing the same secret twice gives different bytes.
    package func seal(_ secret: [UInt8], for context: String) throws(Failure) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(
                secret, using: key, authenticating: Array(context.utf8))
            return [Self.format] + box.nonce + box.ciphertext + box.tag
        } catch {
            throw Failure(.internal, "A secret could not be sealed.")
        }
    }

    /// The secret, or `internal` when the bytes were sealed with another key, for another context,
    /// or were changed since.
    package func open(_ sealed: [UInt8], for context: String) throws(Failure) -> [UInt8] {
        guard sealed.first == Self.format else {
            throw Failure(.internal, "A sealed secret has a format this version does not know.")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
            return Array(try AES.GCM.open(box, using: key, authenticating: Array(context.utf8)))
        } catch {
            throw Failure(.internal, "A sealed secret could not be opened.")
        }
    }

    /// HMAC-SHA256, 32 bytes: the same for the same message, and unforeseeable without the key.
    ///
    /// Each purpose has a key of its own, derived by HKDF, so that a code for one purpose says
    /// nothing of those for another, nor of what was sealed.
    package func authenticationCode(of message: [UInt8], for purpose: String) -> [UInt8] {
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("hearth/authentication-code/\(purpose)".utf8),
            outputByteCount: Self.keyByteCount)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: derived))
    }
}

extension SecretBox: CustomStringConvertible, CustomReflectable {
    /// Without the key.
    package var description: String { "SecretBox" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
