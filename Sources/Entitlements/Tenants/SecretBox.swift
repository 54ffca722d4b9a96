import Crypto

/// Seals stored secrets and derives codes that must not be stored.
///
/// Sealed: secrets for webhook signatures, API keys of RevenueCat and secrets of token issuers.
/// Derived: the codes of invites, device secrets and merge tickets.
///
/// The cipher is AES-256-GCM. The secret's context is authenticated data, so a sealed secret copied
/// into another tenant's row cannot be opened there.
package struct SecretBox: Sendable {
    private let key: SymmetricKey

    package static let keyByteCount = 32

    /// The first byte of sealed data.
    ///
    /// Another cipher or key schedule gets another number.
    private static let format: UInt8 = 1

    /// Nil unless there are exactly 32 bytes.
    package init?(keyBytes: [UInt8]) {
        guard keyBytes.count == Self.keyByteCount else { return nil }
        key = SymmetricKey(data: keyBytes)
    }

    /// Returns format, nonce, ciphertext and tag.
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

    /// Returns the secret.
    ///
    /// Throws `internal` if the bytes were changed, or sealed with another key or context.
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

    /// Returns an HMAC-SHA256 of 32 bytes.
    ///
    /// HKDF derives a key for each purpose, so a code for one purpose reveals nothing about other
    /// purposes or sealed secrets.
    package func authenticationCode(of message: [UInt8], for purpose: String) -> [UInt8] {
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("hearth/authentication-code/\(purpose)".utf8),
            outputByteCount: Self.keyByteCount)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: derived))
    }
}

extension SecretBox: CustomStringConvertible, CustomReflectable {
    /// Omits the key.
    package var description: String { "SecretBox" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
