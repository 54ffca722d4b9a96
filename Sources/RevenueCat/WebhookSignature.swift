package import Crypto
import Entitlements

/// A signature header: `t=<unix seconds>,v1=<hex>`, with several `v1` during a rotation.
package struct WebhookSignature: Sendable {
    /// When the delivery was signed, in Unix seconds.
    package let seconds: Int64

    /// The time's digits as received, because they are part of the signed text.
    private let timeText: String

    /// The codes in the header, 32 bytes each; one match is enough.
    package let shownCodes: [[UInt8]]

    package static let maximumHeaderBytes = 4_096
    package static let maximumCodes = 8

    /// Nil unless there is exactly one time in decimal digits, and one to eight codes of 64
    /// hexadecimal digits.
    ///
    /// Schemes other than `v1` are skipped: a later version may add them.
    package init?(header: String) {
        guard header.utf8.count <= Self.maximumHeaderBytes else { return nil }
        var times: [Substring] = []
        var codes: [[UInt8]] = []
        for element in header.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = element.drop { $0 == " " }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "t": times.append(pair[1])
            case "v1":
                guard let code = Hexadecimal.bytes(pair[1]), code.count == SHA256.byteCount
                else { return nil }
                codes.append(code)
            default: break
            }
        }
        guard times.count == 1, (1...Self.maximumCodes).contains(codes.count),
            let time = times.first, time.utf8.allSatisfy(Self.isDigit), let seconds = Int64(time)
        else { return nil }
        self.seconds = seconds
        timeText = String(time)
        shownCodes = codes
    }

    /// Returns the code that the secret gives for this time and body.
    package func code(
        of body: [UInt8], signedWith secret: [UInt8]
    ) -> HMAC<SHA256>.MAC {
        var hmac = HMAC<SHA256>(key: SymmetricKey(data: secret))
        hmac.update(data: Array(timeText.utf8))
        hmac.update(data: [UInt8(ascii: ".")])
        hmac.update(data: body)
        return hmac.finalize()
    }
}

extension WebhookSignature {
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
