import Crypto
package import FoundationEssentials

/// A secret with which deliveries to an endpoint are signed, as Standard Webhooks has it.
package struct EndpointSecret: Sendable, Equatable {
    package let bytes: [UInt8]

    package static let byteCount = 32

    /// The bytes must be secret.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What the receiver is given: `whsec_` and the bytes in base64.
    package var text: String { "whsec_\(Data(bytes).base64EncodedString())" }

    /// Returns the signature of a message, which was sent at this Unix time.
    package func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
        let signed = Array("\(id).\(seconds).".utf8) + body
        let code = HMAC<SHA256>.authenticationCode(
            for: signed, using: SymmetricKey(data: bytes))
        return "v1,\(Data(code).base64EncodedString())"
    }

    /// The context in which a secret of this endpoint is sealed.
    package static func sealingContext(of endpoint: UUID, of tenant: UUID) -> String {
        "endpoint-secret/\(tenant.uuidString)/\(endpoint.uuidString)"
    }
}

extension EndpointSecret: CustomStringConvertible, CustomReflectable {
    /// Omits the secret.
    package var description: String { "whsec_…" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
