import Crypto

/// Seals stored secrets and derives codes that must not be stored.
///
/// Sealed: secrets for webhook signatures, API keys of RevenueCat, secrets of token issuers and of
/// endpoints. Derived: the codes of invites, device secrets, merge tickets, and what signs for
/// `hearth listen`.
///
/// The cipher is AES-256-GCM. The secret's context is authenticated data, so a sealed secret copied
/// into another tenant's row cannot be opened there.
package struct SecretBox: Sendable {
    private let key: SymmetricKey
    private let previousKey: SymmetricKey?
    /// Whether the key is an installation's.
    private let maySeal: Bool

    package static let keyByteCount = 32

    /// The first byte of sealed data.
    ///
    /// Another cipher or key schedule gets another number.
    private static let format: UInt8 = 1

    /// Nil unless each key has exactly 32 bytes.
    ///
    /// The previous key only opens, while secrets are sealed anew.
    package init?(keyBytes: [UInt8], previousKeyBytes: [UInt8]? = nil) {
        let keys = [keyBytes] + [previousKeyBytes].compactMap(\.self)
        guard keys.allSatisfy({ $0.count == Self.keyByteCount }) else { return nil }
        key = SymmetricKey(data: keyBytes)
        previousKey = previousKeyBytes.map { SymmetricKey(data: $0) }
        maySeal = true
    }

    private init() {
        key = SymmetricKey(size: .bits256)
        previousKey = nil
        maySeal = false
    }

    /// A box for a process that does not have the installation's key: it opens no secret, and seals
    /// none.
    package static var withoutKey: SecretBox { SecretBox() }

    /// The id of the present key.
    package var keyID: String { Self.id(of: key) }

    /// The ids of all keys that open.
    package var keyIDs: [String] { [key, previousKey].compactMap(\.self).map(Self.id) }

    /// Returns 8 bytes that HKDF derives, in hexadecimal: they tell nothing of the key.
    private static func id(of key: SymmetricKey) -> String {
        let digest = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("hearth/key-id".utf8), outputByteCount: 8)
        return digest.withUnsafeBytes { Hexadecimal.text($0) }
    }

    /// Returns format, nonce, ciphertext and tag.
    ///
    /// Sealing the same secret twice gives different bytes.
    package func seal(_ secret: [UInt8], for context: String) throws(Failure) -> [UInt8] {
        guard maySeal else { throw Failure(.internal, "There is no key to seal with.") }
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
    /// Throws `secret_unreadable` if the bytes were changed, or sealed with a third key or another
    /// context.
    package func open(_ sealed: [UInt8], for context: String) throws(Failure) -> [UInt8] {
        guard sealed.first == Self.format else {
            throw Failure(
                .secretUnreadable, "A sealed secret has a format this version does not know.")
        }
        let opened =
            Self.open(sealed, for: context, using: key)
            ?? previousKey.flatMap { Self.open(sealed, for: context, using: $0) }
        guard let opened else {
            throw Failure(.secretUnreadable, "A secret was sealed with another encryption key.")
        }
        return opened
    }

    /// Returns the secrets of those slots that open.
    ///
    /// Throws `secret_unreadable` if there are some, and none opens.
    package func openSome(
        of slots: [[UInt8]], for context: String
    ) throws(Failure) -> [[UInt8]] {
        let opened = slots.compactMap { try? open($0, for: context) }
        if opened.isEmpty, let first = slots.first { return [try open(first, for: context)] }
        return opened
    }

    /// Whether the present key sealed the secret, and not the previous one.
    package func isCurrent(_ sealed: [UInt8], for context: String) -> Bool {
        sealed.first == Self.format && Self.open(sealed, for: context, using: key) != nil
    }

    private static func open(
        _ sealed: [UInt8], for context: String, using key: SymmetricKey
    ) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let opened = try? AES.GCM.open(
                box, using: key, authenticating: Array(context.utf8))
        else { return nil }
        return Array(opened)
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
