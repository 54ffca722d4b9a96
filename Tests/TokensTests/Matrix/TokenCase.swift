import Entitlements
import TestSupport
import Testing

@testable import Tokens

/// A token of the matrix with its expected result.
struct TokenCase: Sendable, CustomTestStringConvertible {
    let name: String
    var kinds = Set(TestIssuer.Kind.allCases)
    /// The expected error, or nil if the token is valid.
    let expected: TokenError?
    let make: @Sendable (TestIssuer) throws -> String

    var testDescription: String { name }

    /// A token that is refused as drafted.
    static func refused(
        _ name: String, _ expected: TokenError,
        for kinds: Set<TestIssuer.Kind> = Set(TestIssuer.Kind.allCases),
        _ change: @escaping @Sendable (inout TokenDraft) -> Void
    ) -> TokenCase {
        TokenCase(name: name, kinds: kinds, expected: expected) {
            try $0.draft(change).token()
        }
    }

    static func accepted(
        _ name: String, for kinds: Set<TestIssuer.Kind> = Set(TestIssuer.Kind.allCases),
        _ change: @escaping @Sendable (inout TokenDraft) -> Void = { _ in }
    ) -> TokenCase {
        TokenCase(name: name, kinds: kinds, expected: nil) { try $0.draft(change).token() }
    }

    static let published: Set<TestIssuer.Kind> = [.curve, .rsa]

    static let all = accepted + algorithms + headers + keyIDs + signatures + claims + times + shapes

    /// Each case with each kind of issuer to which it applies.
    static let pairs: [(TestIssuer.Kind, TokenCase)] = TestIssuer.Kind.allCases.flatMap { kind in
        all.filter { $0.kinds.contains(kind) }.map { (kind, $0) }
    }
}
