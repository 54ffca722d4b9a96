import Entitlements
import FoundationEssentials
import JWTKit

/// What one signature is checked with: a key of jwt-kit that serves one algorithm.
struct VerificationKey: Sendable {
    let algorithm: TokenAlgorithm
    private let key: any JWTAlgorithm

    /// Two numbers of 32 bytes.
    private static let es256SignatureBytes = 64

    /// Nil if jwt-kit would use the key for another algorithm.
    init?(_ key: any JWTAlgorithm, for algorithm: TokenAlgorithm) {
        guard key.name == algorithm.rawValue else { return nil }
        self.algorithm = algorithm
        self.key = key
    }

    /// False for a token of another algorithm, whatever its signature.
    func verifies(_ token: CompactToken) -> Bool {
        guard token.algorithm == algorithm else { return false }
        if algorithm == .es256, token.signature.count != Self.es256SignatureBytes { return false }
        // What throws is a signature that no key of this kind can have made.
        return (try? key.verify(token.signature, signs: token.signedBytes)) ?? false
    }
}
