/// The `X-Request-Id` of one request, in its answer, the server's log and the caller's.
struct RequestID: Sendable, Equatable {
    static let headerName = "x-request-id"
    static let maximumBytes = 128

    let text: String

    /// Accepts the caller's own id if it is safe to print; otherwise creates one.
    init(accepting proposed: String?) {
        if let proposed, Self.isAcceptable(proposed) {
            text = proposed
        } else {
            self = .made()
        }
    }

    private init(text: String) {
        self.text = text
    }

    /// Creates an id of 128 random bits in hexadecimal.
    static func made() -> RequestID {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        for word in [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xf
                digits.append(
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        return RequestID(text: String(decoding: digits, as: UTF8.self))
    }

    private static func isAcceptable(_ text: String) -> Bool {
        (1...maximumBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
