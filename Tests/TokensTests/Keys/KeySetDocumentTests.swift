import Crypto
import Entitlements
import TestSupport
import Testing

@testable import Tokens

@Suite("Published keys")
struct KeySetDocumentTests {
    @Test("are read for their algorithms, beside unknown ones")
    func usable() async throws {
        let curve = try TestSigner.newES256().jwk("curve")
        let rsa = try TestSigner.rs256(TestSigner.sharedRSA.get()).jwk("rsa")
        let body: JSONValue = [
            "keys": [
                curve, rsa, ["kty": "oct", "kid": "secret", "k": "c2VjcmV0"],
                ["kty": "OKP", "crv": "Ed25519", "kid": "edwards", "x": "AAAA"], "no key", nil,
                try TestSigner.es384(P384.Signing.PrivateKey()).jwk("other-curve"),
            ]
        ]
        let both = try await KeySetDocument(parsing: body.bytes, for: [.es256, .rs256])
        #expect(both["curve"]?.algorithm == .es256)
        #expect(both["rsa"]?.algorithm == .rs256)
        for name in ["secret", "edwards", "other-curve", "", "CURVE"] {
            #expect(both[name] == nil, "\(name)")
        }
        let curves = try await KeySetDocument(parsing: body.bytes, for: [.es256])
        #expect(curves["rsa"] == nil)
    }

    @Test(
        "are skipped if for another use, private, or of another size", arguments: misfits)
    func misfit(name: String, change: JSONValue) async throws {
        var key = try #require(try TestSigner.newES256().jwk("misfit").object)
        for member in change.object?.members ?? [] {
            key[member.name] = member.value.isNull ? nil : member.value
        }
        let body: JSONValue = ["keys": [.object(key), try TestSigner.newES256().jwk("fit")]]
        let document = try await KeySetDocument(parsing: body.bytes, for: [.es256, .rs256])
        #expect(document["misfit"] == nil, "\(name)")
        #expect(document["fit"] != nil)
    }

    private static let misfits: [(String, JSONValue)] = [
        ("for encryption", ["use": "enc"]), ("for signing only", ["key_ops": ["sign"]]),
        ("of another algorithm", ["alg": "ES384"]), ("named as a secret's", ["alg": "HS256"]),
        ("private", ["d": "AAAA"]), ("without a name", ["kid": nil]), ("not named", ["kid": 1]),
        ("with a name that is blank", ["kid": " "]), ("off the curve", ["x": zeros, "y": zeros]),
        ("too short", ["x": "AAAA"]), ("too long", ["x": .string(zerosText + "AAAA")]),
        ("padded", ["x": .string(zerosText + "=")]), ("without a half", ["y": nil]),
        ("on no curve", ["crv": nil]),
        ("of RSA, too short", ["kty": "RSA", "alg": "RS256", "n": "AQAB", "e": "AQAB"]),
    ]

    private static let zerosText = [UInt8](repeating: 0, count: 32).base64URL
    private static let zeros = JSONValue.string(zerosText)

    @Test(
        "are refused as a whole if the document is no key set",
        arguments: [
            "", "<html>", "{}", "[]", "{\"keys\":{}}", "{\"keys\":[]}", "{\"keys\":[{}]}",
            "{\"keys\":[],\"keys\":[]}", "null",
        ])
    func refused(body: String) async {
        await #expect(throws: KeySetError.malformed) {
            try await KeySetDocument(parsing: Array(body.utf8), for: [.es256])
        }
    }

    @Test("are refused if two share a kid, or if there are more than fifty")
    func ambiguous() async throws {
        let twice = [try TestSigner.newES256().jwk("a"), try TestSigner.newES256().jwk("a")]
        let many = try (0...50).map { try TestSigner.newES256().jwk("\($0)") }
        for keys in [twice, many] {
            await #expect(throws: KeySetError.malformed) {
                try await KeySetDocument(
                    parsing: (["keys": .array(keys)] as JSONValue).bytes, for: [.es256])
            }
        }
    }
}
