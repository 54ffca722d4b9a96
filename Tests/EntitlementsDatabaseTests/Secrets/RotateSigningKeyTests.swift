import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("rotate_signing_key")
struct RotateSigningKeyTests {
    private let start: Timestamp = "2026-11-21T10:00:00Z"

    @Test("the first key signs at once, the next after an hour, and the old one stays for a day")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.rotateSigningKey(at: start)
        #expect(first.signsFrom == start)
        let later = start.advanced(byDays: 30)
        let second = try await tenant.rotateSigningKey(at: later)
        #expect(second.signsFrom == later.advanced(bySeconds: 3_600))
        let ids = [second.key.id, first.key.id]
        #expect(try await tenant.signingKeys(at: later).map(\.keyID) == ids)
        let end = second.signsFrom.advanced(bySeconds: 25 * 3_600)
        #expect(
            try await tenant.signingKeys(at: end.advanced(bySeconds: -1)).map(\.keyID) == ids)
        #expect(try await tenant.signingKeys(at: end).map(\.keyID) == [second.key.id])
    }

    @Test("at once, the new key is the only one")
    func atOnce() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.rotateSigningKey(at: start)
        for _ in 0..<2 { try await tenant.rotateSigningKey(isAtOnce: true, at: start) }
        #expect(try await tenant.signingKeys(at: start).count == 1)
        #expect(try await other.signingKeys(at: start).count == 1)
    }

    @Test("a rotation during a rotation is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        for _ in 0..<2 { try await tenant.rotateSigningKey(at: start) }
        await expectFailure(.rotationInProgress) {
            try await tenant.rotateSigningKey(at: start.advanced(bySeconds: 60))
        }
        #expect(try await tenant.signingKeys(at: start).count == 2)
        try await tenant.rotateSigningKey(isAtOnce: true, at: start.advanced(bySeconds: 60))
        #expect(try await tenant.signingKeys(at: start).count == 1)
    }

    @Test("the same key again changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let key = SigningKey()
        let first = try await tenant.rotateSigningKey(to: key, at: start)
        let again = try await tenant.rotateSigningKey(to: key, at: start.advanced(byDays: 9))
        #expect(again.signsFrom == first.signsFrom)
        #expect(try await tenant.signingKeys(at: start).count == 1)
    }

    @Test("of eight simultaneous first keys one is stored, and of eight others")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        for expected in 1...2 {
            let outcomes = try await tenant.race(
                (0..<8).map { _ in
                    { try await tenant.rotateSigningKey(isAtOnce: false) }
                })
            // The first round stores a first key and its successor.
            #expect(outcomes.filter { $0 == nil }.count == (expected == 1 ? 2 : 0))
            #expect(try await tenant.signingKeys().count == 2)
        }
    }
}
