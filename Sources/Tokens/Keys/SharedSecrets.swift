import Entitlements
import FoundationEssentials
import JWTKit

/// The secrets that a tenant shares with one issuer: the current one and, during a rotation, the
/// next.
package struct SharedSecrets: Sendable {
    private let keys: [VerificationKey]

    /// The length of the digest.
    ///
    /// jwt-kit traps on a shorter secret, and RFC 7518 forbids it.
    package static let minimumBytes = 32

    init(_ secrets: [[UInt8]]) async {
        let collection = JWTKeyCollection()
        var keys: [VerificationKey] = []
        for (index, secret) in secrets.enumerated() where secret.count >= Self.minimumBytes {
            let name = JWKIdentifier(string: String(index))
            await collection.add(
                hmac: HMACKey(from: secret), digestAlgorithm: .sha256, kid: name)
            guard let key = try? await collection.getKey(for: name),
                let verificationKey = VerificationKey(key, for: .hs256)
            else { continue }
            keys.append(verificationKey)
        }
        self.keys = keys
    }

    /// Tries all secrets: a token with a shared secret need not name a key.
    func verify(_ token: CompactToken) -> Bool {
        keys.contains { $0.verifies(token) }
    }
}
