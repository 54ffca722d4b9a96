import Entitlements
import TestSupport

@testable import Tokens

extension TokenCase {
    /// Tokens with missing or wrong signatures.
    static let signatures: [TokenCase] = [
        signed("of zeros", .wrongSignature) { $0.map { _ in 0 } },
        signed("of ones", .wrongSignature) { $0.map { _ in 0xFF } },
        signed("whose first half (r) is zero", .wrongSignature) {
            Array(repeating: 0, count: $0.count / 2) + Array($0.suffix($0.count / 2))
        },
        signed("whose second half (s) is zero", .wrongSignature) {
            Array($0.prefix($0.count / 2)) + Array(repeating: 0, count: $0.count / 2)
        },
        signed("whose first half is the order of the curve", .wrongSignature) {
            order + $0.dropFirst(32)
        },
        signed("whose second half is the order of the curve", .wrongSignature) {
            Array($0.prefix(32)) + order + Array($0.dropFirst(64))
        },
        signed("each half of which is a byte longer", .wrongSignature) {
            let half = $0.count / 2
            return [[0], Array($0.prefix(half)), [0], Array($0.suffix(half))].flatMap(\.self)
        },
        signed("cut by a byte", .wrongSignature) { Array($0.dropLast()) },
        signed("of one byte", .wrongSignature) { _ in [1] },
        signed("with a byte more", .wrongSignature) { $0 + [0] },
        signed("with a zero in front", .wrongSignature) { [0] + $0 },
        signed("twice", .wrongSignature) { $0 + $0 },
        signed("with a bit turned", .wrongSignature) { [$0[0] ^ 1] + Array($0.dropFirst()) },
        signed("in DER", .wrongSignature) {
            let halves = [Array($0.prefix(32)), Array($0.dropFirst(32))]
            return [0x30, 0x44] + halves.flatMap { [0x02, 0x20] + $0 }
        },
        TokenCase(name: "a signature of other claims", expected: .wrongSignature) { issuer in
            let mine = try issuer.draft().token().split(separator: ".")
            let theirs = try issuer.draft { $0.claims["sub"] = "victim" }.token()
                .split(separator: ".")
            return "\(theirs[0]).\(theirs[1]).\(mine[2])"
        },
        TokenCase(name: "a signature of another header", expected: .wrongSignature) { issuer in
            let mine = try issuer.draft().token().split(separator: ".")
            let other = try issuer.draft { $0.header["x"] = 1 }.token().split(separator: ".")
            return "\(other[0]).\(mine[1]).\(mine[2])"
        },
    ]

    private static func signed(
        _ name: String, _ expected: TokenError, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> TokenCase {
        TokenCase(name: "a signature \(name)", expected: expected) {
            try $0.draft().token(signedAs: change)
        }
    }

    /// The order of P-256, which both numbers of a signature must be below.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63,
        0x25, 0x51,
    ]
}
