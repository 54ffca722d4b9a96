import Crypto
package import Entitlements

extension WebhookSigning {
    package static let signatureHeader = "X-RevenueCat-Webhook-Signature"

    /// Returns a delivery's headers; each attempt is signed anew, with the same body.
    package func headers(for body: [UInt8], at time: Timestamp) -> [(name: String, value: String)] {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let authorization {
            headers.append((name: "Authorization", value: authorization))
        }
        if let secret {
            headers.append((name: Self.signatureHeader, value: signature(of: body, secret, time)))
        }
        return headers
    }

    private func signature(of body: [UInt8], _ secret: String, _ time: Timestamp) -> String {
        let seconds = String(time.secondsSinceEpoch)
        var hmac = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.utf8)))
        hmac.update(data: Array("\(seconds).".utf8))
        hmac.update(data: body)
        return "t=\(seconds),v1=\(Hexadecimal.text(hmac.finalize()))"
    }
}
