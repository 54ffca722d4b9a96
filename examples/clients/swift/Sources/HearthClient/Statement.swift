import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// What a person may do, signed by Hearth: a device decides by it without a connection, and cannot
/// stretch it.
public struct Statement: Sendable, Equatable {
    /// What the person may do.
    public let entitlements: Entitlements
    /// Who the person is.
    public let appUserID: String
    /// When Hearth signed it.
    public let issuedAt: Date
    /// Until when it counts.
    public let expiresAt: Date

    /// Clocks differ by some seconds.
    ///
    /// A clock that was set back gains no more than this.
    static let leewaySeconds: TimeInterval = 60

    /// Verifies a statement for a tenant at a moment; throws why it does not count.
    ///
    /// `latestIssuedAt` is the latest `issuedAt` that this device has seen.
    public init(
        verifying token: String, with keys: SigningKeys, of tenant: String, at now: Date,
        latestIssuedAt: Date = .distantPast
    ) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Data(base64URL: parts[0]),
            let claims = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2]),
            let header = try? JSON.decoder.decode(Header.self, from: header),
            header.alg == "ES256", header.typ == "entitlements+jwt"
        else { throw StatementError.malformed }
        guard let key = try keys.key(header.kid) else { throw StatementError.unknownKey }
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { throw StatementError.forged }
        let told = try JSON.decoder.decode(Claims.self, from: claims)
        guard told.iss == "hearth:\(tenant)", told.aud == tenant else {
            throw StatementError.ofAnotherTenant
        }
        appUserID = told.sub
        issuedAt = Date(timeIntervalSince1970: told.iat)
        expiresAt = Date(timeIntervalSince1970: told.exp)
        entitlements = try JSON.decoder.decode(Entitlements.self, from: claims)
        guard now < expiresAt else { throw StatementError.expired }
        guard max(issuedAt, latestIssuedAt) <= now.addingTimeInterval(Self.leewaySeconds) else {
            throw StatementError.clockSetBack
        }
    }

    private struct Header: Decodable {
        let alg: String
        let typ: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let aud: String
        let sub: String
        let iat: TimeInterval
        let exp: TimeInterval
    }
}

/// Why a statement does not count.
public enum StatementError: Error, Equatable {
    /// It is no statement of Hearth.
    case malformed
    /// The tenant's published keys lack the one that signed it.
    case unknownKey
    /// Its signature is wrong.
    case forged
    /// It speaks of an app user of another tenant.
    case ofAnotherTenant
    /// Its time is over.
    case expired
    /// The clock is earlier than when Hearth signed.
    case clockSetBack
}

/// The tenant's public keys, as it publishes them.
public struct SigningKeys: Codable, Sendable, Equatable {
    let keys: [Key]

    struct Key: Codable, Sendable, Equatable {
        let kid: String
        let x: String
        let y: String
    }

    func key(_ id: String) throws -> P256.Signing.PublicKey? {
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
