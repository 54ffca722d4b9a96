import Entitlements
import FoundationEssentials
import JWTKit

/// A key of jwt-kit for exactly one algorithm.
struct VerificationKey: Sendable {
    let algorithm: TokenAlgorithm
    private let key: any JWTAlgorithm

    /// Two numbers of 32 bytes.
    private static let es256SignatureBytes = 64

    /// Nil if jwt-kit would use the key with another algorithm.
    init?(_ key: any JWTAlgorithm, for algorithm: TokenAlgorithm) {
        guard key.name == algorithm.rawValue else { return nil }
        self.algorithm = algorithm
        self.key = key
    }

    /// Returns false for a token with another algorithm.
    func verifies(_ token: CompactToken) -> Bool {
        guard token.algorithm == algorithm else { return false }
        if algorithm == .es256, token.signature.count != Self.es256SignatureBytes { return false }
        // jwt-kit throws if the signature is impossible for this kind of key.
        return (try? key.verify(token.signature, signs: token.signedBytes)) ?? false
    }
}
