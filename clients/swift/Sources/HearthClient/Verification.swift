import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// Clocks differ by some seconds; one that was set back gains no more than this.
private let leewaySeconds: TimeInterval = 60

/// The message of a webhook, once its signature is verified (Standard Webhooks).
///
/// Give the body as it arrived, not parsed, and the headers in any case. While you change the
/// secret, a message has several signatures; one that verifies is enough. A message whose time is
/// more than `toleranceSeconds` away from now does not count, so that no one can send it again
/// later. Throws a `HearthError` of the kind `verification`: `malformed`, `forged` or `expired`.
public func verifyWebhook(
    headers: [String: String], body: Data, secret: String, at now: Date = Date(),
    toleranceSeconds: TimeInterval = 300
) throws -> WebhookMessage {
    let prefix = "whsec_"
    let bareSecret = secret.hasPrefix(prefix) ? String(secret.dropFirst(prefix.count)) : secret
    guard let key = Data(base64Encoded: bareSecret), !key.isEmpty else {
        // Not the sender's fault: with it, no message would count.
        throw HearthError.option("secret", "It is `whsec_` and base64.")
    }
    let named = Dictionary(
        headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
    guard let id = named["webhook-id"], let timestamp = named["webhook-timestamp"],
        let signatures = named["webhook-signature"], let seconds = Int(timestamp)
    else { throw HearthError.verification(.malformed) }
    let signed = Data("\(id).\(timestamp).".utf8) + body
    let isSigned = signatures.split(separator: " ").contains { signature in
        let code = Data(base64Encoded: String(signature.dropFirst(3)))
        guard signature.hasPrefix("v1,"), let code else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: signed, using: SymmetricKey(data: key))
    }
    guard isSigned else { throw HearthError.verification(.forged) }
    guard abs(now.timeIntervalSince1970 - Double(seconds)) <= toleranceSeconds else {
        throw HearthError.verification(.expired)
    }
    do {
        return try JSON.decoder.decode(WebhookMessage.self, from: body)
    } catch {
        throw HearthError.verification(.malformed)
    }
}

/// What a statement of `GET /v1/me/token` says, once its signature and times are verified: a device
/// decides by it without a connection, and cannot stretch it.
///
/// `latestIssuedAt` is the latest `issuedAt` that this device has seen. Throws a `HearthError` of
/// the kind `verification`; after `unknown_key`, fetch the keys again.
public func verifyStatement(
    _ token: String, with keys: SigningKeys, of tenant: String, at now: Date = Date(),
    latestIssuedAt: Date = .distantPast
) throws -> StatementClaims {
    let claims = try signedClaims(token, with: keys, of: tenant)
    guard now < claims.expiresAt else { throw HearthError.verification(.expired) }
    guard max(claims.issuedAt, latestIssuedAt) <= now.addingTimeInterval(leewaySeconds) else {
        throw HearthError.verification(.clockSetBack)
    }
    return claims
}

/// What Hearth signed about an app user of the tenant, at any time.
func signedClaims(
    _ token: String, with keys: SigningKeys, of tenant: String
) throws -> StatementClaims {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Data(base64URL: parts[0]),
        let payload = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2]),
        let header = try? JSON.decoder.decode(StatementHeader.self, from: header),
        header.alg == "ES256", header.typ == "entitlements+jwt"
    else { throw HearthError.verification(.malformed) }
    guard let key = try keys.key(header.kid) else { throw HearthError.verification(.unknownKey) }
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
        key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
    else { throw HearthError.verification(.forged) }
    guard let claims = try? StatementClaims(payload) else {
        throw HearthError.verification(.malformed)
    }
    guard claims.iss == "hearth:\(tenant)", claims.aud == tenant else {
        throw HearthError.verification(.otherTenant)
    }
    return claims
}

/// The body of a webhook.
public struct WebhookMessage: Decodable, Sendable {
    /// The change's kind; `endpoint_test` for a test of the endpoint.
    public let type: String
    /// The change; nil for a test of the endpoint.
    public let change: Change?

    private enum CodingKeys: CodingKey { case type, number }

    /// Decodes the members of a change, if it has a number.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        change = members.contains(.number) ? try Change(from: decoder) : nil
    }
}

/// What Hearth has signed about an app user.
public struct StatementClaims: Sendable, Equatable {
    /// What the app user may do.
    public let entitlements: EntitlementsOfAppUser
    /// Who the app user is.
    public let appUserID: String
    /// When Hearth signed it.
    public let issuedAt: Date
    /// Until when it counts.
    public let expiresAt: Date
    fileprivate let iss: String
    fileprivate let aud: String

    fileprivate init(_ payload: Data) throws {
        let claims = try JSON.decoder.decode(Claims.self, from: payload)
        appUserID = claims.sub
        issuedAt = Date(timeIntervalSince1970: claims.iat)
        entitlements = EntitlementsOfAppUser(
            appUserID: appUserID, asOf: issuedAt, knownAt: nil, plan: claims.plan,
            subscriptionStatus: claims.subscriptionStatus, entitlements: claims.entitlements,
            nextChangeAt: claims.nextChangeAt, isTransactionKnown: nil)
        expiresAt = Date(timeIntervalSince1970: claims.exp)
        (iss, aud) = (claims.iss, claims.aud)
    }

    private struct Claims: Decodable {
        let iss: String
        let aud: String
        let sub: String
        let iat: TimeInterval
        let exp: TimeInterval
        let plan: String?
        let subscriptionStatus: String
        let entitlements: [String: Entitlement]
        let nextChangeAt: Date?
    }
}

/// Why a webhook or a statement does not count.
public enum VerificationReason: String, Sendable, CaseIterable {
    /// It is no message or statement of Hearth.
    case malformed
    /// The tenant's published keys lack the one that signed it.
    case unknownKey = "unknown_key"
    /// Its signature is wrong.
    case forged
    /// It speaks of an app user of another tenant.
    case otherTenant = "other_tenant"
    /// Its time is over.
    case expired
    /// The clock is earlier than when Hearth signed.
    case clockSetBack = "clock_set_back"

    fileprivate var detail: String {
        switch self {
        case .malformed: "It is no message or statement of Hearth."
        case .unknownKey: "The keys lack the one that signed it. Fetch them again."
        case .forged: "Its signature is wrong."
        case .otherTenant: "It is about an app user of another tenant."
        case .expired: "Its time is over."
        case .clockSetBack: "This clock is earlier than the time of signing."
        }
    }
}

extension HearthError {
    /// Why a webhook or a statement does not count.
    public var verificationReason: VerificationReason? {
        kind == .verification ? VerificationReason(rawValue: code) : nil
    }

    static func verification(_ reason: VerificationReason) -> HearthError {
        HearthError(.verification, reason.rawValue, reason.detail)
    }
}

private struct StatementHeader: Decodable {
    let alg: String
    let typ: String
    let kid: String
}

extension SigningKeys {
    fileprivate func key(_ id: String) throws -> P256.Signing.PublicKey? {
        guard let key = keys.first(where: { $0.kid == id }) else { return nil }
        guard let x = Data(base64URL: key.x), let y = Data(base64URL: key.y) else { return nil }
        return try P256.Signing.PublicKey(rawRepresentation: x + y)
    }
}

extension Data {
    init?(base64URL text: String) {
        let plain = text.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
