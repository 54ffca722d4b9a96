import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The codes of invites are random, or follow from the Idempotency-Key")
struct InviteCodesTests {
    private let household = UUID()
    private let tenant = UUID()

    private func codes(_ byte: UInt8 = 7) throws -> InviteCodes {
        InviteCodes(secretBox: try SecretBox.forTests()) { [UInt8](repeating: byte, count: $0) }
    }

    @Test("without a key a code is what the generator said")
    func random() throws {
        let code = try codes(9).code(for: household, of: tenant, idempotencyKey: nil)
        #expect(code == InviteCode(bytes: [UInt8](repeating: 9, count: InviteCode.byteCount)))
    }

    @Test("with a key the generator has no say, and tenant, household and key do")
    func derived() throws {
        let code = try codes().code(for: household, of: tenant, idempotencyKey: "a")
        #expect(try codes(9).code(for: household, of: tenant, idempotencyKey: "a") == code)
        #expect(try codes().code(for: household, of: tenant, idempotencyKey: "b") != code)
        #expect(try codes().code(for: UUID(), of: tenant, idempotencyKey: "a") != code)
        #expect(try codes().code(for: household, of: UUID(), idempotencyKey: "a") != code)
        #expect(try codes().code(for: tenant, of: household, idempotencyKey: "a") != code)
    }

    @Test("the machine's randomness does not repeat itself")
    func machine() {
        #expect(systemRandomBytes(20).count == 20)
        #expect(systemRandomBytes(20) != systemRandomBytes(20))
    }
}
