import Entitlements
import TestSupport

@testable import Tokens

extension TokenCase {
    /// Correctly signed tokens with wrong claims.
    static let claims: [TokenCase] = issuers + subjects + audiences + anonymity

    private static let issuers: [TokenCase] = [
        .refused("another tenant's issuer", .unknownIssuer) {
            $0.claims["iss"] = "https://issuer.example/of/another/tenant"
        },
        .refused("an issuer with a slash more", .unknownIssuer) {
            $0.claims["iss"] = .string(($0.claims["iss"]?.string ?? "") + "/")
        },
        .refused("no issuer", .unknownIssuer) { $0.claims["iss"] = nil },
        .refused("an issuer of another type", .claimRefused) {
            $0.claims["iss"] = .array([$0.claims["iss"] ?? .null])
        },
    ]

    private static let subjects: [TokenCase] = [
        .refused("no subject", .claimRefused) { $0.claims["sub"] = nil },
        .refused("an empty subject", .claimRefused) { $0.claims["sub"] = "" },
        .refused("a subject of another type", .claimRefused) { $0.claims["sub"] = 42 },
        .refused("a subject of 256 bytes", .claimRefused) {
            $0.claims["sub"] = .string(String(repeating: "u", count: 256))
        },
        .refused("a subject with a NUL", .malformed) { $0.claims["sub"] = "alice\u{0}mallory" },
        .refused("a subject with a line end", .subjectRefused) { $0.claims["sub"] = "alice\n" },
        .refused("a subject that RevenueCat made up", .subjectRefused) {
            $0.claims["sub"] = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"
        },
        .refused("a subject with the prefix of another issuer", .subjectRefused) {
            $0.claims["sub"] = "other:alice"
        },
    ]

    private static let audiences: [TokenCase] =
        otherAudiences.map { name, audience, expected in
            .refused(name, expected, for: [.secret, .curve]) { $0.claims["aud"] = audience }
        }
        + otherParties.map { name, party, expected in
            .refused(name, expected, for: [.rsa]) { $0.claims["azp"] = party }
        }

    private static let otherAudiences: [(String, JSONValue?, TokenError)] = [
        ("no audience", Optional.none, .otherAudience),
        ("another audience", "anon", .otherAudience),
        ("an audience in another case", "Authenticated", .otherAudience),
        ("several audiences, ours not among them", ["a", "b"], .otherAudience),
        ("no audience in a list", [], .otherAudience),
        ("an audience that is no text", ["authenticated", 1], .claimRefused),
        ("an audience that is an object", ["authenticated": true], .claimRefused),
        (
            "twenty-one audiences", .array(Array(repeating: "authenticated", count: 21)),
            .claimRefused
        ),
    ]

    private static let otherParties: [(String, JSONValue?, TokenError)] = [
        ("no authorized party", Optional.none, .otherAudience),
        ("another authorized party", "https://attacker.example", .otherAudience),
        ("an authorized party with a slash more", "https://app.example/", .otherAudience),
        ("an authorized party of another type", ["https://app.example"], .claimRefused),
        ("an empty authorized party", "", .otherAudience),
    ]

    private static let anonymity: [TokenCase] = notFlags.map { value in
        .refused(
            "is_anonymous \(String(decoding: value.bytes, as: UTF8.self))", .claimRefused
        ) { $0.claims["is_anonymous"] = value }
    }

    private static let notFlags: [JSONValue] = ["true", 1, .null, [true]]

    /// Correctly signed tokens with wrong times.
    static let times: [TokenCase] = [
        .refused("no expiry", .claimRefused) { $0.claims["exp"] = nil },
        .refused("expired an hour ago", .expired) { $0.claims["exp"] = .seconds(-3_600) },
        .refused("expired six seconds ago", .expired) { $0.claims["exp"] = .seconds(-6) },
        .refused("expired five seconds ago", .expired) { $0.claims["exp"] = .seconds(-5) },
        .refused("valid in an hour", .notYetValid) { $0.claims["nbf"] = .seconds(3_600) },
        .refused("valid in six seconds", .notYetValid) { $0.claims["nbf"] = .seconds(6) },
        .refused("issued in an hour", .notYetValid) { $0.claims["iat"] = .seconds(3_600) },
        .refused("issued in six seconds", .notYetValid) { $0.claims["iat"] = .seconds(6) },
        .refused("an expiry too large for 64 bits", .malformed, in: "exp", "9223372036854775808"),
        .refused("an expiry beyond all years", .claimRefused, in: "exp", "9223372036854775807"),
        .refused("an expiry in milliseconds", .claimRefused, in: "exp", "253402300800"),
        .refused("an expiry with a fraction", .claimRefused, in: "exp", "4102444800.5"),
        .refused("an expiry with an exponent", .claimRefused, in: "exp", "4e9"),
        .refused("an endless expiry", .malformed, in: "exp", "1e999"),
        .refused("an expiry in quotes", .claimRefused, in: "exp", "\"4102444800\""),
        .refused("an expiry of zero", .claimRefused, in: "exp", "0"),
        .refused("an expiry before all times", .claimRefused, in: "exp", "-1"),
        .refused("an expiry of null", .claimRefused, in: "exp", "null"),
        .refused("an expiry of true", .claimRefused, in: "exp", "true"),
        .refused("a beginning in quotes", .claimRefused, in: "nbf", "\"1\""),
        .refused("a beginning with a fraction", .claimRefused, in: "nbf", "1.5"),
        .refused("an issue in quotes", .claimRefused, in: "iat", "\"1\""),
        .refused("an issue that is a list", .claimRefused, in: "iat", "[1]"),
    ]

    /// A refused token with a claim as raw text.
    private static func refused(
        _ name: String, _ expected: TokenError, in claim: String, _ text: String
    ) -> TokenCase {
        TokenCase(name: name, expected: expected) { issuer in
            let draft = issuer.draft { $0.claims[claim] = nil }
            let others = String(decoding: JSONValue.object(draft.claims).bytes, as: UTF8.self)
            return try draft.token(claims: "{\"\(claim)\":\(text),\(others.dropFirst())")
        }
    }
}
