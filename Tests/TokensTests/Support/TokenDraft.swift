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

    /// With the signature changed afterwards.
    func token(signedAs change: ([UInt8]) -> [UInt8]) throws -> String {
        let segments = try token().split(separator: ".")
        let bytes = Base64URL.decoded(segments[2].utf8) ?? []
        return "\(segments[0]).\(segments[1]).\(change(bytes).base64URL)"
    }

    /// With the claims written by hand.
    func token(claims text: String) throws -> String {
        try signer.token(header: JSONValue.object(header).bytes, claims: Array(text.utf8))
    }
}

extension JSONValue {
    /// A moment so many seconds from the tests' now, as tokens write it.
    static func seconds(_ seconds: Int64) -> JSONValue {
        .integer(TestIssuer.now.secondsSinceEpoch + seconds)
    }
}
