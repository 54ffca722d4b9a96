import Entitlements
import RevenueCat
import Tokens

/// Which rule refuses a token, and what the token and the tenant file say about it.
struct TokenReport {
    /// The tenant's slug.
    let tenant: String
    let issuers: [TenantDefinition.TokenIssuer]
    let now: Timestamp

    /// Why issuers' keys could not be fetched.
    var failures: [String] = []

    private(set) var token: CompactToken?
    private(set) var identity: TokenIdentity?
    /// The reason, as logs and the metric have it; nil if the token is accepted.
    private(set) var reason: String?

    init(tenant: String, issuers: [TenantDefinition.TokenIssuer], now: Timestamp) {
        self.tenant = tenant
        self.issuers = issuers
        self.now = now
    }

    var isAccepted: Bool { reason == nil }

    /// Applies the rules of the tenant's issuers.
    mutating func check(_ text: String, by verifier: TokenVerifier) async {
        do throws(TokenError) {
            let token = try CompactToken(parsing: text)
            self.token = token
            identity = try await verifier.verify(token, at: now)
        } catch {
            reason = error.rawValue
            if APIKey(parsing: text) != nil { reason = Self.apiKey }
            if WebhookSecretText.isLike(text) { reason = Self.webhookSecret }
        }
    }

    /// Applies the rule that an anonymous token ends with its app user's sign-up.
    mutating func requireAnonymous(_ require: (AppUserID) async throws -> Void) async throws {
        guard let identity, identity.isAnonymous else { return }
        do {
            try await require(identity.appUserID)
        } catch let failure as Failure where failure.code == .tokenSuperseded {
            reason = Self.superseded
        }
    }

    var text: String {
        let lines = token.map(Self.lines) ?? []
        guard let reason else {
            let id = identity?.appUserID.rawValue ?? ""
            let kind = identity?.isAnonymous == true ? "an anonymous app user" : "an app user"
            return Self.text(lines + ["accepted: \(id), \(kind) of \(tenant)"])
        }
        let explanation = explanation(of: reason)
        return Self.text(
            lines + [
                "refused: \(reason)", "  \(explanation.why)", "  → \(explanation.advice)",
                "  /v1/me answers 401 \(answer.rawValue)",
            ])
    }

    /// The token may be forged, so a terminal must obey nothing of it.
    private static func text(_ lines: [String]) -> String {
        lines.map(\.showingControlCharacters).joined(separator: "\n")
    }

    /// The code with which the API answers a refused token.
    private var answer: ErrorCode { reason == Self.superseded ? .tokenSuperseded : .tokenRefused }

    private static let superseded = "superseded"
    private static let apiKey = "api_key"
    private static let webhookSecret = "webhook_secret"

    private static func lines(about token: CompactToken) -> [String] {
        let header = [("alg", token.algorithm.rawValue), ("kid", token.keyID ?? "–")]
        let claims = ["iss", "sub", "aud", "azp", "exp", "nbf", "iat"].compactMap { name in
            token.claims[name].map { (name, Self.text($0)) }
        }
        return (header + claims).map { "\($0.0)  \($0.1)" }
    }

    private static func text(_ value: JSONValue?) -> String {
        value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "missing"
    }

    /// The tenant file's rules for the token's issuer; nil for an unknown issuer.
    private var issuer: TenantDefinition.TokenIssuer? {
        guard case .string(let name)? = token?.claims["iss"] else { return nil }
        return issuers.first { $0.issuer.utf8.elementsEqual(name.utf8) }
    }

    private func claim(_ name: String) -> String { Self.text(token?.claims[name]) }

    /// A time claim in words.
    private func time(_ name: String) -> String {
        guard case .integer(let seconds)? = token?.claims[name],
            let time = Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1_000).0)
        else { return claim(name) }
        let distance = now.secondsSinceEpoch - seconds
        return "\(time.rfc3339), "
            + (distance >= 0 ? "\(distance) seconds ago" : "\(-distance) seconds from now")
    }
}

// MARK: Explanations

extension TokenReport {
    private func explanation(of reason: String) -> (why: String, advice: String) {
        switch reason {
        case Self.apiKey:
            ("it is an API key of Hearth, not a token", "Send it to routes outside /v1/me.")
        case Self.webhookSecret:
            (
                "it looks like a webhook's secret, not a token",
                "Enter it in RevenueCat's dashboard only."
            )
        case Self.superseded:
            (
                "its anonymous app user has signed up since",
                "The app must use the account's token."
            )
        default:
            TokenError(rawValue: reason).map(explanation) ?? (reason, "")
        }
    }

    private func explanation(of error: TokenError) -> (why: String, advice: String) {
        switch error {
        case .malformed, .headerRefused, .algorithmRefused, .claimRefused, .subjectRefused:
            explanationOfForm(error)
        case .unknownIssuer, .otherAudience: explanationOfRules(error)
        case .unknownKey, .keysUnavailable, .wrongSignature: explanationOfKeys(error)
        case .secretUnreadable:
            (
                "the issuer's secrets were sealed with another encryption key",
                "Set HEARTH_ENCRYPTION_KEY to that key, or set the secret again."
            )
        case .expired:
            ("exp was \(time("exp"))", "The app must get a new token from its issuer.")
        case .notYetValid:
            (
                "it is valid later: nbf \(time("nbf")), iat \(time("iat"))",
                "Are the clocks of this machine and of the issuer right?"
            )
        }
    }

    private func explanationOfForm(_ error: TokenError) -> (why: String, advice: String) {
        switch error {
        case .headerRefused:
            (
                "its header has a field that changes how a token is read, or another typ than JWT",
                "Hearth takes plain signed JWTs only."
            )
        case .algorithmRefused:
            (
                token.map { "it is signed with \($0.algorithm.rawValue)" }
                    ?? "its alg is none of HS256, RS256 and ES256",
                issuer.map {
                    let names = $0.algorithms.map(\.rawValue).sorted().joined(separator: ", ")
                    return "The tenant file allows this issuer: \(names)."
                } ?? "Configure the issuer to sign with one of them."
            )
        case .claimRefused:
            (
                "a claim is missing or has a wrong type: sub and exp must be there, times must be "
                    + "whole seconds, \(issuer?.anonymousClaim ?? "is_anonymous") true or false",
                "Compare the claims above."
            )
        case .subjectRefused:
            (
                "sub cannot be an app user id: it is empty, looks like an anonymous id of "
                    + "RevenueCat, or begins with another issuer's app_user_id_prefix",
                "Change the subject, or app_user_id_prefix in the tenant file."
            )
        default:
            (
                "it is not a signed JWT of at most \(CompactToken.maximumBytes) bytes: three parts "
                    + "of base64url, joined by dots",
                "Was it cut off, or is it another kind of token?"
            )
        }
    }

    private func explanationOfRules(_ error: TokenError) -> (why: String, advice: String) {
        guard error == .otherAudience, let issuer else {
            let names = issuers.map(\.issuer).joined(separator: ", ")
            return (
                "iss is \(claim("iss")); \(tenant) has "
                    + (names.isEmpty ? "no issuers" : "these issuers: \(names)"),
                "Add the issuer to end_users in the tenant file, byte for byte."
            )
        }
        let audience = issuer.audience.map { "aud must contain \($0)" }
        let parties =
            issuer.authorizedParties.isEmpty
            ? nil : "azp must be one of \(issuer.authorizedParties.joined(separator: ", "))"
        return (
            "aud is \(claim("aud")) and azp is \(claim("azp"))",
            "By the tenant file, "
                + [audience, parties].compactMap(\.self).joined(separator: ", and ") + "."
        )
    }

    private func explanationOfKeys(_ error: TokenError) -> (why: String, advice: String) {
        let place = issuer?.keySetURL?.rawValue ?? "the issuer"
        switch error {
        case .unknownKey:
            return (
                token?.keyID.map { "\(place) lists no key \($0) that can be used" }
                    ?? "its header names no key (kid)",
                "Is jwks_url in the tenant file the issuer's?"
            )
        case .keysUnavailable:
            return (
                failures.first ?? "the keys at \(place) cannot be fetched",
                "Is jwks_url in the tenant file right, and reachable from here?"
            )
        default:
            let isShared = token?.algorithm.hasPublicKey == false
            return isShared
                ? (
                    "no secret of this issuer signed it",
                    "hearth tenants secrets set \(tenant) --kind token-secret --issuer "
                        + "\(issuer?.issuer ?? "") stores one."
                )
                : (
                    "the key \(token?.keyID ?? "") at \(place) did not sign it",
                    "Was the token changed, or is it forged?"
                )
        }
    }
}
