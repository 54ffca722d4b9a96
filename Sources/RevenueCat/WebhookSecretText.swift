package import Entitlements

/// Secrets that webhooks authenticate with.
package enum WebhookSecretText {
    private static let signingSecretPrefix = "whsec_"
    private static let digitCount = 48

    /// Generates a secret; an Authorization value includes its scheme, because RevenueCat sends it
    /// unchanged.
    package static func random(
        _ mechanism: WebhookMechanism, using random: inout some RandomNumberGenerator
    ) -> String {
        let digits = (0..<digitCount).map { _ in
            String(UInt8.random(in: 0..<16, using: &random), radix: 16)
        }.joined()
        return switch mechanism {
        case .authorization: "Bearer \(digits)"
        case .signature: "\(signingSecretPrefix)\(digits)"
        }
    }

    /// Whether a credential has the shape of a webhook's secret: a signing secret, or an
    /// Authorization value without its scheme.
    package static func isLike(_ credential: String) -> Bool {
        credential.hasPrefix(signingSecretPrefix)
            || credential.utf8.count == digitCount
                && credential.utf8.allSatisfy { digit in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
                        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
                }
    }
}
