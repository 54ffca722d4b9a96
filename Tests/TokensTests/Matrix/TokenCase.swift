import Entitlements
import TestSupport
import Testing

@testable import Tokens

/// One token of the matrix, and what becomes of it.
struct TokenCase: Sendable, CustomTestStringConvertible {
    let name: String
    var kinds = Set(TestIssuer.Kind.allCases)
    /// Nil: it is believed.
    let expected: TokenError?
    let make: @Sendable (TestIssuer) throws -> String

    var testDescription: String { name }

    /// Refused as it is drafted.
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

    /// Each with the kind of issuer that it is tried on.
    static let pairs: [(TestIssuer.Kind, TokenCase)] = TestIssuer.Kind.allCases.flatMap { kind in
        all.filter { $0.kinds.contains(kind) }.map { (kind, $0) }
    }
}
