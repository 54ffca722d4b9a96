import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Codes are random, or derived from the Idempotency-Key")
struct SecretCodesTests {
    private let tenant = UUID()

    private func codes(_ byte: UInt8 = 7) throws -> SecretCodes {
        SecretCodes(secretBox: try SecretBox.forTests()) { [UInt8](repeating: byte, count: $0) }
    }

    @Test("without a key a code is random")
    func random() throws {
        let code = try codes(9).code(.invite, for: "h", of: tenant, idempotencyKey: nil)
        let bytes = [UInt8](repeating: 9, count: SecretCode.byteCount)
        #expect(code == SecretCode(.invite, bytes: bytes))
    }

    @Test("with a key a code is derived from kind, tenant, subject and key")
    func derived() throws {
        let code = try codes().code(.invite, for: "h", of: tenant, idempotencyKey: "a")
        let others = [
            try codes().code(.invite, for: "h", of: tenant, idempotencyKey: "b"),
            try codes().code(.invite, for: "i", of: tenant, idempotencyKey: "a"),
            try codes().code(.invite, for: "", of: tenant, idempotencyKey: "ha"),
            try codes().code(.invite, for: "h", of: UUID(), idempotencyKey: "a"),
        ]
        #expect(try codes(9).code(.invite, for: "h", of: tenant, idempotencyKey: "a") == code)
        #expect(!others.contains(code))
        let secret = try codes().code(.deviceSecret, for: "h", of: tenant, idempotencyKey: "a")
        #expect(secret.text.dropFirst(4) != code.text.dropFirst(4))
    }

    @Test("random bytes of the system differ")
    func machine() {
        #expect(systemRandomBytes(20).count == 20)
        #expect(systemRandomBytes(20) != systemRandomBytes(20))
    }
}
