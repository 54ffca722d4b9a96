import Crypto
package import Entitlements

/// Decides whether RevenueCat sent a webhook: by its raw bytes, before anybody reads them.
package enum WebhookAuthentication {
    package enum Outcome: Sendable, Equatable {
        /// Every required mechanism passed.
        case accepted
        /// The reason is for the log; the sender is only told that it was refused.
        case refused(Reason)
        /// The tenant requires nothing, so nothing was proven.
        case notConfigured
    }

    package enum Reason: String, Sendable {
        case authorizationMissing = "authorization_missing"
        case authorizationSecretMissing = "authorization_secret_missing"
        case authorizationWrong = "authorization_wrong"
        /// Right but for `Bearer ` in front of it: RevenueCat sends what was typed in.
        case authorizationBearerDiffers = "authorization_bearer_differs"
        case signatureMissing = "signature_missing"
        case signingSecretMissing = "signing_secret_missing"
        case signatureMalformed = "signature_malformed"
        case signatureTooOldOrNew = "signature_too_old_or_new"
        case signatureWrong = "signature_wrong"
    }

    /// Checks both headers as far as they are required.
    ///
    /// - Parameters:
    ///   - authorization: The value of the Authorization header; nil if there is none or several.
    ///   - signature: The value of the tenant's signature header, likewise.
    ///   - body: The body as it arrived, to the byte.
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

        // Comparing digests under a key that nobody knows tells a sender nothing, neither where
        // the values differ nor how long the right one is. Every value is tried, whichever fits.
        let key = SymmetricKey(size: .bits256)
        func isExpected(_ value: String) -> Bool {
            let shown = Array(HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: key))
            let matches = expected.filter {
                HMAC<SHA256>.isValidAuthenticationCode(shown, authenticating: $0, using: key)
            }
            return !matches.isEmpty
        }
        if isExpected(header) { return nil }
        let other =
            header.hasPrefix(bearer) ? String(header.dropFirst(bearer.count)) : bearer + header
        return isExpected(other) ? .authorizationBearerDiffers : .authorizationWrong
    }

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

        // The window is about this delivery: a retry is signed anew, though its event is old.
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
