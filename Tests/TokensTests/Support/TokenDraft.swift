import Entitlements
import TestSupport

@testable import Tokens

/// A token before it is signed.
struct TokenDraft: Sendable {
    var header = JSONObject()
    var claims = JSONObject()
    var signer: TestSigner

    func token() throws -> String {
        try signer.token(header: .object(header), claims: .object(claims))
    }

    /// The token with its signature changed.
    func token(signedAs change: ([UInt8]) -> [UInt8]) throws -> String {
        let segments = try token().split(separator: ".")
        let bytes = Base64URL.decoded(segments[2].utf8) ?? []
        return "\(segments[0]).\(segments[1]).\(change(bytes).base64URL)"
    }

    /// A token with claims as raw text.
    func token(claims text: String) throws -> String {
        try signer.token(header: JSONValue.object(header).bytes, claims: Array(text.utf8))
    }
}

extension JSONValue {
    /// A time relative to the tests' now, as a claim.
    static func seconds(_ seconds: Int64) -> JSONValue {
        .integer(TestIssuer.now.secondsSinceEpoch + seconds)
    }
}
