import Crypto

/// What its bearer proves something with: a word for what it is, and 160 bits in base62.
///
/// It is shown once, to whoever asked for it; only its digest is stored.
package struct SecretCode: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Lets its bearer into a household.
        case invite = "inv"
        /// Proves that an anonymous id is of the device that shows it.
        case deviceSecret = "dev"
        /// Has an anonymous id go to an account.
        case mergeTicket = "mrg"
    }

    package let text: String

    package static let byteCount = 20

    /// Twenty-seven base62 characters hold 160.8 bits.
    private static let characters = 27

    /// The first twenty of the bytes, which nobody else may know.
    package init(_ kind: Kind, bytes: [UInt8]) {
        let number = Base62.encode(bytes.prefix(Self.byteCount), characters: Self.characters)
        text = "\(kind.rawValue)_\(number)"
    }

    /// What the database knows of it.
    package var digest: [UInt8] { Self.digest(of: text) }

    /// SHA-256 of what somebody shows as a code, whatever it looks like: that nobody was given it
    /// is for the database to say.
    package static func digest(of text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(text.utf8)))
    }
}

extension SecretCode: CustomStringConvertible, CustomReflectable {
    /// Without the code.
    package var description: String { "\(text.prefix(4))…" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
