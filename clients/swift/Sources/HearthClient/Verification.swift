import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// Clocks differ by some seconds; one that was set back gains no more than this.
private let leewaySeconds: TimeInterval = 60

/// A webhook counts for this long, so that no one can send it again later.
private let webhookToleranceSeconds: TimeInterval = 300

/// The message of a webhook, once its signature is verified (Standard Webhooks).
///
/// Names of headers are in lowercase. Give the body as it came, not parsed. Throws a
/// `VerificationError`: `malformed`, `forged` or `expired`.
public func verifyWebhook(
    headers: [String: String], body: Data, secret: String, at now: Date = Date()
) throws -> WebhookMessage {
    let prefix = "whsec_"
    let bareSecret = secret.hasPrefix(prefix) ? String(secret.dropFirst(prefix.count)) : secret
    guard let id = headers["webhook-id"], let timestamp = headers["webhook-timestamp"],
        let signatures = headers["webhook-signature"], let seconds = Int(timestamp),
        let key = Data(base64Encoded: bareSecret)
    else { throw VerificationError.malformed }
    let signed = Data("\(id).\(timestamp).".utf8) + body
    let isSigned = signatures.split(separator: " ").contains { signature in
        let code = Data(base64Encoded: String(signature.dropFirst(3)))
        guard signature.hasPrefix("v1,"), let code else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: signed, using: SymmetricKey(data: key))
    }
    guard isSigned else { throw VerificationError.forged }
    guard abs(now.timeIntervalSince1970 - Double(seconds)) <= webhookToleranceSeconds else {
        throw VerificationError.expired
    }
    return try JSON.decoder.decode(WebhookMessage.self, from: body)
}

/// What a statement of `GET /v1/me/token` says, once its signature and times are verified: a device
/// decides by it without a connection, and cannot stretch it.
///
/// `latestIssuedAt` is the latest `issuedAt` that this device has seen. Throws a
/// `VerificationError`; after `unknownKey`, fetch the keys again.
public func verifyStatement(
    _ token: String, with keys: SigningKeys, of tenant: String, at now: Date = Date(),
    latestIssuedAt: Date = .distantPast
) throws -> StatementClaims {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Data(base64URL: parts[0]),
        let payload = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2]),
        let header = try? JSON.decoder.decode(StatementHeader.self, from: header),
        header.alg == "ES256", header.typ == "entitlements+jwt"
    else { throw VerificationError.malformed }
    guard let key = try keys.key(header.kid) else { throw VerificationError.unknownKey }
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
        key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
    else { throw VerificationError.forged }
    let claims = try StatementClaims(payload)
    guard claims.iss == "hearth:\(tenant)", claims.aud == tenant else {
        throw VerificationError.otherTenant
    }
    guard now < claims.expiresAt else { throw VerificationError.expired }
    guard max(claims.issuedAt, latestIssuedAt) <= now.addingTimeInterval(leewaySeconds) else {
        throw VerificationError.clockSetBack
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
public enum VerificationError: String, Error {
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
