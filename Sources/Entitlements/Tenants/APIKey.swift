import Crypto

/// An API key: `hearth_<kind>_<key id>_<secret><checksum>`.
///
/// The key id finds the row, the secret authenticates, and only the secret's digest is stored. The
/// checksum detects a mistyped key without a query.
package struct APIKey: Sendable, Equatable {
    /// The scope of a key: all of its tenant, its people for the support desk, lookups only, or the
    /// whole installation.
    package enum Kind: String, CaseIterable, Sendable {
        case secret
        case support
        case read
        case admin
    }

    package let kind: Kind

    /// Sixteen base62 characters.
    ///
    /// Not secret; may be logged.
    package let keyID: String

    private let secret: String

    private init(kind: Kind, keyID: String, secret: String) {
        self.kind = kind
        self.keyID = keyID
        self.secret = secret
    }
}

extension APIKey {
    package static let keyIDCharacters = 16

    /// The most bytes of a key's name.
    package static let maximumNameBytes = 100

    /// Twenty-seven base62 characters are 160.8 bits.
    private static let secretCharacters = 27

    private static let checksumCharacters = 6

    /// Generates a new key.
    ///
    /// Outside tests, the generator must be cryptographically secure.
    package static func generate(
        kind: Kind, using generator: inout some RandomNumberGenerator
    ) -> APIKey {
        APIKey(
            kind: kind,
            keyID: Base62.random(characters: keyIDCharacters, using: &generator),
            secret: Base62.random(characters: secretCharacters, using: &generator))
    }

    package static let byteCount = 32

    /// Uses the first 32 bytes, which must be secret.
    package init(_ kind: Kind, bytes: [UInt8]) {
        self.init(
            kind: kind,
            keyID: Base62.encode(bytes.prefix(12), characters: Self.keyIDCharacters),
            secret: Base62.encode(
                bytes.dropFirst(12).prefix(20), characters: Self.secretCharacters))
    }

    /// Nil unless the text has the shape of a key and its checksum is right.
    package init?(parsing text: String) {
        // Compares bytes: every request brings a key, and splitting by characters dominated the
        // cost.
        let parts = text.utf8.split(
            separator: UInt8(ascii: "_"), maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].elementsEqual("hearth".utf8),
            let kind = Kind(rawValue: String(Substring(parts[1]))),
            parts[2].count == Self.keyIDCharacters, Base62.isValid(parts[2]),
            parts[3].count == Self.secretCharacters + Self.checksumCharacters,
            Base62.isValid(parts[3])
        else { return nil }
        self.init(
            kind: kind, keyID: String(Substring(parts[2])),
            secret: String(Substring(parts[3].prefix(Self.secretCharacters))))
        guard self.text == text else { return nil }
    }

    /// The whole key; shown once and never stored.
    package var text: String {
        let text = "hearth_\(kind.rawValue)_\(keyID)_\(secret)"
        let checksum = UInt64(CRC32.checksum(text.utf8))
        return text + Base62.encode(checksum, characters: Self.checksumCharacters)
    }

    /// SHA-256 of the secret; only this is stored.
    ///
    /// A slow hash is unnecessary for 160 random bits.
    package var digest: [UInt8] { Array(SHA256.hash(data: Array(secret.utf8))) }

    /// Compares the stored digest with this key in constant time.
    package func matches(digest stored: [UInt8]) -> Bool {
        SHA256.hash(data: Array(secret.utf8)) == stored
    }
}

extension APIKey: CustomStringConvertible, CustomReflectable {
    /// Omits the secret, for logs and dumps.
    package var description: String { "hearth_\(kind.rawValue)_\(keyID)_…" }

    package var customMirror: Mirror {
        Mirror(self, children: ["kind": kind, "keyID": keyID], displayStyle: .struct)
    }
}
