import Crypto
package import Entitlements

/// Decides by the raw bytes, before they are parsed, whether RevenueCat sent a webhook.
package enum WebhookAuthentication {
    package enum Outcome: Sendable, Equatable {
        /// Every required mechanism passed.
        case accepted
        /// The reason is for the log; the sender only sees that the webhook was refused.
        case refused(Reason)
        /// The tenant requires no mechanism, so nothing was checked.
        case notConfigured
    }

    package enum Reason: String, Sendable {
        case authorizationMissing = "authorization_missing"
        case authorizationSecretMissing = "authorization_secret_missing"
        case authorizationWrong = "authorization_wrong"
        /// Equal except for `Bearer ` in front: RevenueCat sends exactly what was typed in.
        case authorizationBearerDiffers = "authorization_bearer_differs"
        case signatureMissing = "signature_missing"
        case signingSecretMissing = "signing_secret_missing"
        case signatureMalformed = "signature_malformed"
        case signatureTooOldOrNew = "signature_too_old_or_new"
        case signatureWrong = "signature_wrong"
    }

    /// Checks the required headers.
    ///
    /// - Parameters:
    ///   - authorization: The value of the Authorization header; nil for none or several.
    ///   - signature: The value of the tenant's signature header; nil for none or several.
    ///   - body: The raw body.
    ///   - now: When it arrived.
    ///   - credentials: The tenant's.
    /// - Returns: Whether every required mechanism passed, and if not, which one failed and how.
    package static func verify(
        authorization: String?,
        signature: String?,
        body: [UInt8],
        at now: Timestamp,
        against credentials: WebhookCredentials
    ) -> Outcome {
        guard !credentials.required.isEmpty else { return .notConfigured }
        if credentials.required.contains(.authorization),
            let reason = problem(withAuthorization: authorization, credentials)
        {
            return .refused(reason)
        }
        if credentials.required.contains(.signature),
            let reason = problem(withSignature: signature, of: body, at: now, credentials)
        {
            return .refused(reason)
        }
        return .accepted
    }
}

extension WebhookAuthentication {
    private static func problem(
        withAuthorization header: String?, _ credentials: WebhookCredentials
    ) -> Reason? {
        let expected = credentials.authorizationValues.filter { !$0.isEmpty }
        guard !expected.isEmpty else { return .authorizationSecretMissing }
        guard let header, !header.isEmpty else { return .authorizationMissing }

        // Compares HMACs under a random key, so the time reveals neither where the values differ
        // nor the length of the expected one. Every value is compared, even after a match.
        func isExpected(_ value: String) -> Bool {
            let shown = Array(
                HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: comparisonKey))
            let matches = expected.filter {
                HMAC<SHA256>.isValidAuthenticationCode(
                    shown, authenticating: $0, using: comparisonKey)
            }
            return !matches.isEmpty
        }
        if isExpected(header) { return nil }
        let other =
            header.hasPrefix(bearer) ? String(header.dropFirst(bearer.count)) : bearer + header
        return isExpected(other) ? .authorizationBearerDiffers : .authorizationWrong
    }

    /// Of this process, so that no sender can choose values whose HMACs are alike.
    private static let comparisonKey = SymmetricKey(size: .bits256)

    private static let bearer = "Bearer "

    private static func problem(
        withSignature header: String?,
        of body: [UInt8],
        at now: Timestamp,
        _ credentials: WebhookCredentials
    ) -> Reason? {
        let secrets = credentials.signingSecrets.filter { !$0.isEmpty }
        guard !secrets.isEmpty else { return .signingSecretMissing }
        guard let header, !header.isEmpty else { return .signatureMissing }
        guard let signature = WebhookSignature(header: header) else { return .signatureMalformed }

        // The window limits this delivery: a retry of an old event is signed again.
        let tolerance = credentials.toleranceSeconds
        let oldest = now.advanced(bySeconds: -tolerance).secondsSinceEpoch
        let newest = now.advanced(bySeconds: tolerance).secondsSinceEpoch
        guard oldest <= signature.seconds, signature.seconds <= newest else {
            return .signatureTooOldOrNew
        }

        let codes = secrets.map { signature.code(of: body, signedWith: $0) }
        let matches = codes.flatMap { code in signature.shownCodes.filter { code == $0 } }
        return matches.isEmpty ? .signatureWrong : nil
    }
}
