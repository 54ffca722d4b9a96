import Crypto

/// What lets its bearer into a household: `inv_` and 160 bits in base62.
///
/// It is shown once, to whoever asked for the invite; only its digest is stored.
package struct InviteCode: Sendable, Equatable {
    package let text: String

    package static let byteCount = 20

    /// Twenty-seven base62 characters hold 160.8 bits.
    private static let characters = 27

    /// The first twenty of the bytes, which nobody else may know.
    package init(bytes: [UInt8]) {
        let number = Base62.encode(bytes.prefix(Self.byteCount), characters: Self.characters)
        text = "inv_\(number)"
    }

    /// What the database knows of it.
    package var digest: [UInt8] { Self.digest(of: text) }

    /// SHA-256 of what somebody shows as a code, whatever it looks like: that nobody was given it
    /// is for the database to say.
    package static func digest(of text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(text.utf8)))
    }
}

extension InviteCode: CustomStringConvertible, CustomReflectable {
    /// Without the code.
    package var description: String { "inv_…" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
