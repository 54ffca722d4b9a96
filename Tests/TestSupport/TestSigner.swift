package import Crypto
package import CryptoExtras
package import Entitlements
import FoundationEssentials

/// A key that signs test tokens, of an issuer or an attacker.
package enum TestSigner: Sendable {
    case hs256([UInt8])
    case es256(P256.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)
    case ps256(_RSA.Signing.PrivateKey)
    case es384(P384.Signing.PrivateKey)

    package static func secret(_ text: String) -> TestSigner { .hs256(Array(text.utf8)) }

    package static func newES256() -> TestSigner { .es256(P256.Signing.PrivateKey()) }

    /// Created once, as an RSA key takes a second.
    package static let sharedRSA = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    package static let otherRSA = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    package var algorithm: String {
        switch self {
        case .hs256: "HS256"
        case .es256: "ES256"
        case .rs256: "RS256"
        case .ps256: "PS256"
        case .es384: "ES384"
        }
    }

    package func signature(of bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .hs256(let secret):
            Array(
                HMAC<SHA256>.authenticationCode(
                    for: bytes, using: SymmetricKey(data: secret)))
        case .es256(let key): Array(try key.signature(for: bytes).rawRepresentation)
        case .es384(let key): Array(try key.signature(for: bytes).rawRepresentation)
        case .rs256(let key):
            Array(try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .ps256(let key): Array(try key.signature(for: bytes, padding: .PSS).rawRepresentation)
        }
    }

    /// A token of these parts, valid or not.
    package func token(header: JSONValue, claims: JSONValue) throws -> String {
        try token(header: header.bytes, claims: claims.bytes)
    }

    package func token(header: [UInt8], claims: [UInt8]) throws -> String {
        let signed = "\(header.base64URL).\(claims.base64URL)"
        return "\(signed).\(try signature(of: Array(signed.utf8)).base64URL)"
    }
}

extension TestSigner {
    /// The public key as the issuer publishes it, or null for a shared secret.
    package func jwk(_ keyID: String) throws -> JSONValue {
        switch self {
        case .es256(let key):
            let bytes = Array(key.publicKey.rawRepresentation)
            return [
                "kty": "EC", "crv": "P-256", "kid": .string(keyID), "alg": "ES256", "use": "sig",
                "x": .string(Array(bytes[..<32]).base64URL),
                "y": .string(Array(bytes[32...]).base64URL),
            ]
        case .es384(let key):
            let bytes = Array(key.publicKey.rawRepresentation)
            return [
                "kty": "EC", "crv": "P-384", "kid": .string(keyID), "use": "sig",
                "x": .string(Array(bytes[..<48]).base64URL),
                "y": .string(Array(bytes[48...]).base64URL),
            ]
        case .rs256(let key), .ps256(let key):
            let numbers = try key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "kid": .string(keyID), "alg": "RS256", "use": "sig",
                "n": .string(Array(numbers.modulus).base64URL),
                "e": .string(Array(numbers.publicExponent).base64URL),
            ]
        case .hs256: return .null
        }
    }

    /// The public key as text and as bytes, which an attacker might use as a secret.
    package func publicBytes() throws -> [[UInt8]] {
        switch self {
        case .es256(let key):
            let publicKey = key.publicKey
            return [
                Array(publicKey.pemRepresentation.utf8), Array(publicKey.derRepresentation),
                Array(publicKey.rawRepresentation), Array(publicKey.x963Representation),
                try jwk("key").bytes,
            ]
        case .rs256(let key):
            let publicKey = key.publicKey
            return [
                Array(publicKey.pemRepresentation.utf8),
                Array((publicKey.pemRepresentation + "\n").utf8),
                Array(publicKey.derRepresentation), Array(publicKey.pkcs1DERRepresentation),
                try jwk("key").bytes,
            ]
        default: return []
        }
    }
}

extension [UInt8] {
    /// RFC 4648, 5, without padding.
    package var base64URL: String {
        String(
            Data(self).base64EncodedString().compactMap { letter -> Character? in
                switch letter {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: letter
                }
            })
    }
}
