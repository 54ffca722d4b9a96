import Crypto

/// A secret that proves something: a prefix for its kind, and 160 bits in base62.
///
/// It is shown once; only its digest is stored.
package struct SecretCode: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Admits an app user to a household.
        case invite = "inv"
        /// Proves that an anonymous id belongs to the device.
        case deviceSecret = "dev"
        /// Allows merging an anonymous id into an identified app user.
        case mergeTicket = "mrg"
        /// Signs a browser in to the console once.
        case consoleLink = "lnk"
        /// The cookie of a browser that is signed in to the console.
        case consoleSession = "ses"
    }

    package let text: String

    package static let byteCount = 20

    /// Twenty-seven base62 characters hold 160.8 bits.
    private static let characters = 27

    /// Uses the first twenty bytes, which must be secret.
    package init(_ kind: Kind, bytes: [UInt8]) {
        let number = Base62.encode(bytes.prefix(Self.byteCount), characters: Self.characters)
        text = "\(kind.rawValue)_\(number)"
    }

    /// The digest that the database stores.
    package var digest: [UInt8] { Self.digest(of: text) }

    /// Returns the SHA-256 of a presented code of any form; the database decides whether it is
    /// valid.
    package static func digest(of text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(text.utf8)))
    }
}

extension SecretCode: CustomStringConvertible, CustomReflectable {
    /// Omits the code.
    package var description: String { "\(text.prefix(4))…" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
