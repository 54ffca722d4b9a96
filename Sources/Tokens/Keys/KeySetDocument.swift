import Entitlements
import JWTKit

/// The usable keys of an issuer's published key set (RFC 7517).
struct KeySetDocument: Sendable {
    private let keys: [String: VerificationKey]

    static let maximumBytes = 65_536
    static let maximumKeys = 50

    /// Throws for anything but a key set, for two keys with one name, and if no key is usable.
    init(
        parsing body: [UInt8], for algorithms: Set<TokenAlgorithm>
    ) async throws(KeySetError) {
        var limits = JSONParser.Limits()
        limits.maximumBytes = Self.maximumBytes
        limits.maximumDepth = 8
        guard let entries = (try? JSONParser.parse(body, limits: limits))?["keys"]?.array,
            entries.count <= Self.maximumKeys
        else { throw .malformed }
        // Each issuer has its own collection.
        let collection = JWTKeyCollection()
        var keys: [String: VerificationKey] = [:]
        for entry in entries.compactMap({ KeySetEntry($0, for: algorithms) }) {
            guard keys[entry.keyID] == nil else { throw .malformed }
            let name = JWKIdentifier(string: entry.keyID)
            guard (try? await collection.add(jwk: entry.jwk)) != nil,
                let key = try? await collection.getKey(for: name),
                let verificationKey = VerificationKey(key, for: entry.algorithm)
            else { continue }
            keys[entry.keyID] = verificationKey
        }
        guard !keys.isEmpty else { throw .malformed }
        self.keys = keys
    }

    /// Returns a key by name.
    ///
    /// jwt-kit is not asked, because it returns its first key for an unknown name.
    subscript(keyID: String) -> VerificationKey? { keys[keyID] }
}

/// A published key that may sign tokens.
private struct KeySetEntry {
    let keyID: String
    let algorithm: TokenAlgorithm
    let jwk: JWK

    private static let coordinateBytes = 32
    private static let modulusBytes = 256...1_024
    private static let exponentBytes = 1...4

    /// Nil for another kind, use or algorithm, for a private key, and without a name.
    init?(_ value: JSONValue, for algorithms: Set<TokenAlgorithm>) {
        guard let keyID = value["kid"]?.string, CompactToken.isKeyID(keyID), value["d"] == nil,
            Self.isForSignatures(value)
        else { return nil }
        self.keyID = keyID
        let name = JWKIdentifier(string: keyID)
        // Set the algorithm here: jwt-kit would let the first token choose it.
        switch value["kty"] {
        case .string("RSA"):
            guard let modulus = value.number("n", Self.modulusBytes),
                let exponent = value.number("e", Self.exponentBytes)
            else { return nil }
            algorithm = .rs256
            jwk = .rsa(.rs256, identifier: name, modulus: modulus, exponent: exponent)
        case .string("EC"):
            let length = Self.coordinateBytes...Self.coordinateBytes
            guard value["crv"] == .string("P-256"), let x = value.number("x", length),
                let y = value.number("y", length)
            else { return nil }
            algorithm = .es256
            jwk = .ecdsa(.es256, identifier: name, x: x, y: y, curve: .p256)
        default:
            return nil
        }
        guard algorithms.contains(algorithm),
            value["alg"].map({ $0 == .string(algorithm.rawValue) }) ?? true
        else { return nil }
    }

    private static func isForSignatures(_ value: JSONValue) -> Bool {
        if let use = value["use"], use != .string("sig") { return false }
        guard let operations = value["key_ops"] else { return true }
        return operations.array?.contains(.string("verify")) ?? false
    }
}

extension JSONValue {
    /// Returns a number of the key, in base64url, if it has the right length in bytes.
    fileprivate func number(_ name: String, _ length: ClosedRange<Int>) -> String? {
        guard let text = self[name]?.string, let bytes = Base64URL.decoded(text.utf8),
            length.contains(bytes.count)
        else { return nil }
        return text
    }
}
