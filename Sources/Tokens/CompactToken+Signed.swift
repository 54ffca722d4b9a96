import Crypto
package import Entitlements

extension CompactToken {
    /// Returns claims as a token that a shared secret signs with HS256 (RFC 7515, section 7.1).
    ///
    /// For trying an app without its identity provider; no server of ours signs tokens of end
    /// users.
    package static func signed(_ claims: JSONValue, by secret: [UInt8]) -> String {
        let parts = [JSONValue.members(["alg": .string("HS256")]), claims]
        let signed = parts.map { Base64URLText.of($0.bytes) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(signed.utf8), using: SymmetricKey(data: secret))
        return "\(signed).\(Base64URLText.of(Array(code)))"
    }
}
