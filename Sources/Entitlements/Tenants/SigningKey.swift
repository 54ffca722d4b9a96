import Crypto
package import FoundationEssentials

/// A key that signs statements of a tenant with ES256.
package struct SigningKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// Creates a new key.
    package init() {
        key = P256.Signing.PrivateKey()
    }

    /// Nil if the bytes are no private key.
    package init?(privateBytes: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: privateBytes) else {
            return nil
        }
        self.key = key
    }

    package var privateBytes: [UInt8] { Array(key.rawRepresentation) }

    package var publicKey: PublicSigningKey {
        PublicSigningKey(point: Array(key.publicKey.rawRepresentation))
    }

    /// Returns a JWT of this header and these claims, in compact form.
    package func token(header: [UInt8], claims: [UInt8]) throws -> String {
        let signed = "\(Base64URLText.of(header)).\(Base64URLText.of(claims))"
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URLText.of(Array(signature)))"
    }
}

/// The public half of a signing key.
package struct PublicSigningKey: Sendable, Equatable {
    /// x and y, 32 bytes each.
    package let point: [UInt8]

    package init(point: [UInt8]) {
        self.point = point
    }

    private var x: String { Base64URLText.of(Array(point.prefix(32))) }
    private var y: String { Base64URLText.of(Array(point.dropFirst(32))) }

    /// The key's thumbprint (RFC 7638), which names it.
    package var id: String {
        // The members are in the order that the RFC demands.
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return Base64URLText.of(Array(SHA256.hash(data: Array(text.utf8))))
    }

    /// Writes the key's members as a JSON Web Key (RFC 7517).
    package func write(to json: inout JSONWriter) {
        for (name, value) in [
            ("kty", "EC"), ("crv", "P-256"), ("x", x), ("y", y), ("kid", id), ("alg", "ES256"),
            ("use", "sig"),
        ] {
            json.name(name)
            json.string(value)
        }
    }

    /// The context in which a tenant's private key is sealed.
    package func sealingContext(of tenant: UUID) -> String {
        Self.sealingContext(ofKey: id, of: tenant)
    }

    /// The context in which the private key of this id is sealed.
    package static func sealingContext(ofKey id: String, of tenant: UUID) -> String {
        "signing-key/\(tenant.uuidString)/\(id)"
    }
}
