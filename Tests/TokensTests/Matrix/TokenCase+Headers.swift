import Crypto
import Entitlements
import TestSupport

@testable import Tokens

extension TokenCase {
    /// Tokens whose header chooses another algorithm.
    static let algorithms: [TokenCase] =
        names.map { name in
            .refused("alg “\(name)”", .algorithmRefused) { $0.header["alg"] = .string(name) }
        } + others + (0..<5).map(publicKeyAsSecret)

    private static let names = [
        "none", "None", "nOnE", "NONE", "hs256", "HS512", "RS512", "ES512", "EdDSA", "",
    ]

    private static let others: [TokenCase] = [
        TokenCase(name: "alg none, and no signature", expected: .malformed) {
            let draft = $0.draft { $0.header["alg"] = "none" }
            return try draft.token { _ in [] }
        },
        .refused("no alg", .algorithmRefused) { $0.header["alg"] = nil },
        .refused("alg of another type", .algorithmRefused) { $0.header["alg"] = ["HS256"] },
        .refused("HS256 with a secret of the attacker", .algorithmRefused, for: published) {
            $0.signer = .secret("a secret of an attacker, of forty letters")
            $0.header["alg"] = "HS256"
        },
        .refused("RS256 with a key of the attacker", .algorithmRefused, for: [.secret, .curve]) {
            guard let key = try? TestSigner.otherRSA.get() else { return }
            $0.signer = .rs256(key)
            $0.header["alg"] = "RS256"
        },
        .refused("ES256 with a key of the attacker", .algorithmRefused, for: [.secret, .rsa]) {
            $0.signer = .newES256()
            $0.header["alg"] = "ES256"
        },
        pss("PS256 with the right key", as: "PS256", .algorithmRefused),
        pss("PS256 with the right key, called RS256", as: "RS256", .wrongSignature),
        .refused("ES384 with another curve", .algorithmRefused, for: [.curve]) {
            $0.signer = .es384(P384.Signing.PrivateKey())
            $0.header["alg"] = "ES384"
        },
        .refused("another curve, called ES256", .wrongSignature, for: [.curve]) {
            $0.signer = .es384(P384.Signing.PrivateKey())
        },
    ]

    /// A token signed with a form of the public key as the shared secret.
    private static func publicKeyAsSecret(_ number: Int) -> TokenCase {
        let form = ["PEM", "second form", "third form", "fourth form", "JWK"][number]
        return TokenCase(
            name: "HS256 with the public key for a secret: \(form)", kinds: published,
            expected: .algorithmRefused
        ) { issuer in
            let secret = try issuer.signer.publicBytes()[number]
            return try issuer.draft {
                $0.signer = .hs256(secret)
                $0.header["alg"] = "HS256"
            }.token()
        }
    }

    private static func pss(_ name: String, as alg: String, _ expected: TokenError) -> TokenCase {
        .refused(name, expected, for: [.rsa]) {
            guard case .rs256(let key) = $0.signer else { return }
            $0.signer = .ps256(key)
            $0.header["alg"] = .string(alg)
        }
    }

    /// Tokens with unusual header members.
    static let headers: [TokenCase] = unusualMembers.map { name, value in
        .refused("header \(name) \(String(decoding: value.bytes, as: UTF8.self))", .headerRefused) {
            $0.header[name] = value
        }
    }

    private static let unusualMembers: [(String, JSONValue)] = [
        ("jku", "https://attacker.example/jwks.json"),
        ("x5u", "https://attacker.example/chain.pem"), ("x5c", ["MIIB"]),
        ("jwk", ["kty": "oct", "k": "c2VjcmV0"]), ("crit", ["exp"]), ("crit", []),
        ("b64", false), ("b64", true), ("cty", "JWT"), ("zip", "DEF"), ("enc", "A256GCM"),
        ("typ", "JWE"), ("typ", "at+jwt"), ("typ", "jwt"), ("typ", 1), ("typ", nil),
    ]

    /// Tokens with unknown kids, signed with an attacker's key.
    static let keyIDs: [TokenCase] =
        strangeKeyIDs.flatMap { name, keyID in
            TestIssuer.Kind.allCases.map { named(keyID, "kid \(name)", to: $0) }
        } + [
            .refused("no kid", .unknownKey, for: published) { $0.header["kid"] = nil },
            .refused("a kid of nobody, and the right key", .unknownKey, for: published) {
                $0.header["kid"] = "key-2"
            },
            TokenCase(
                name: "kid of the right key, signed with another", expected: .wrongSignature
            ) {
                let stranger = $0.stranger
                return try $0.draft { $0.signer = stranger }.token()
            },
        ]

    private static let strangeKeyIDs: [(String, JSONValue)] = [
        ("of nobody", "key-2"), ("a path", "../../../../dev/null"), ("SQL", "'or/**/1=1--"),
        ("with a space", "key-1 "), ("empty", ""), ("a number", 1), ("null", nil),
        ("in another case", "KEY-1"), ("with a NUL", "key-1\u{0}"), ("with an accent", "ké"),
        ("of 201 bytes", .string(String(repeating: "k", count: 201))),
        ("of 10,000 bytes", .string(String(repeating: "k", count: 10_000))),
    ]

    private static func named(
        _ keyID: JSONValue, _ name: String, to kind: TestIssuer.Kind
    ) -> TokenCase {
        TokenCase(name: name, kinds: [kind], expected: refusal(of: keyID, by: kind)) { issuer in
            try issuer.draft {
                $0.header["kid"] = keyID
                $0.signer = issuer.kind == .secret ? .secret("") : issuer.stranger
            }.token()
        }
    }

    private static func refusal(of keyID: JSONValue, by kind: TestIssuer.Kind) -> TokenError {
        let text = keyID.string ?? ""
        if text.utf8.count > 8_000 || text.utf8.contains(0) { return .malformed }
        return kind == .secret && CompactToken.isKeyID(text) ? .wrongSignature : .unknownKey
    }
}
