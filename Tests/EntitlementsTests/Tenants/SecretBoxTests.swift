import Entitlements
import Testing

@Suite("Secret box")
struct SecretBoxTests {
    private let secret = Array("whsec_4eC39HqLyjWDarjtT1zdp7dc".utf8)
    private let context = "stockpot/signature/1"

    @Test("opens what it sealed, and seals the same secret differently each time")
    func roundTrip() throws {
        let box = try box(1)
        let sealed = try box.seal(secret, for: context)
        #expect(try box.open(sealed, for: context) == secret)
        #expect(try box.seal(secret, for: context) != sealed)
        #expect(sealed.count == secret.count + 29)
        #expect(try box.open(try box.seal([], for: context), for: context).isEmpty)
    }

    @Test("opens nothing sealed with another key or context")
    func strangers() throws {
        let sealed = try box(1).seal(secret, for: context)
        #expect(throws: Failure.self) { try box(2).open(sealed, for: context) }
        #expect(throws: Failure.self) { try box(1).open(sealed, for: "yapmate/signature/1") }
        #expect(throws: Failure.self) { try box(1).open(sealed, for: "") }
    }

    @Test("opens what the previous key sealed, and seals with the present one")
    func previousKey() throws {
        let former = try box(1).seal(secret, for: context)
        let both = try #require(
            SecretBox(
                keyBytes: [UInt8](repeating: 2, count: 32),
                previousKeyBytes: [UInt8](repeating: 1, count: 32)))
        #expect(try both.open(former, for: context) == secret)
        #expect(!both.isCurrent(former, for: context))
        let present = try both.seal(secret, for: context)
        #expect(try both.open(present, for: context) == secret)
        #expect(both.isCurrent(present, for: context))
        #expect(try box(2).open(present, for: context) == secret)
        #expect(throws: Failure.self) { try box(1).open(present, for: context) }
        #expect(throws: Failure.self) { try both.open(former, for: "yapmate/signature/1") }
    }

    @Test("names its keys by ids that differ, stay, and are not the keys")
    func keyIDs() throws {
        let both = try #require(
            SecretBox(
                keyBytes: [UInt8](repeating: 2, count: 32),
                previousKeyBytes: [UInt8](repeating: 1, count: 32)))
        let (first, second) = (try box(1).keyID, try box(2).keyID)
        #expect(both.keyIDs == [second, first])
        #expect(both.keyID == second)
        #expect(first != second)
        #expect(first.count == 16 && first != "0101010101010101")
        #expect(try box(1).keyIDs == [first])
    }

    @Test("opens nothing changed or truncated")
    func changes() throws {
        let sealed = try box(1).seal(secret, for: context)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: Failure.self) { try box(1).open(changed, for: context) }
            #expect(throws: Failure.self) { try box(1).open(Array(sealed[..<index]), for: context) }
        }
    }

    @Test("derives codes that differ by message, key and purpose")
    func authenticationCodes() throws {
        let message = Array("message".utf8)
        let code = try box(1).authenticationCode(of: message, for: "invite-code")
        #expect(code.count == 32)
        #expect(try box(1).authenticationCode(of: message, for: "invite-code") == code)
        #expect(try box(1).authenticationCode(of: message, for: "device-secret") != code)
        #expect(try box(1).authenticationCode(of: message + [0], for: "invite-code") != code)
        #expect(try box(2).authenticationCode(of: message, for: "invite-code") != code)
    }

    @Test("needs exactly 32 bytes", arguments: [0, 16, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(SecretBox(keyBytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test("does not show its key in logs")
    func description() throws {
        var dumped = ""
        dump(try box(1), to: &dumped)
        #expect(dumped == "- SecretBox\n" || !dumped.contains("SymmetricKey"))
    }

    private func box(_ byte: UInt8) throws -> SecretBox {
        try #require(SecretBox(keyBytes: [UInt8](repeating: byte, count: 32)))
    }
}
