import EntitlementsDatabase
import TestSupport
import Testing

@Suite("delete_secret, of webhooks")
struct DeleteSecretTests {
    @Test("a deletion, repeated or not, empties only its slot")
    func deleted() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        for tenant in [tenant, other] {
            for slot in [1, 2] as [Int32] {
                try await tenant.set("signature", slot, sealed(UInt8(slot)))
            }
        }
        for _ in 0..<2 { try await tenant.delete("signature", 1) }
        #expect(try await tenant.secrets().map(\.slot) == [2])
        #expect(try await other.secrets().map(\.slot) == [1, 2])
    }

    @Test("the same slot of another kind stays")
    func otherKind() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.set("signature", 1, sealed(1))
        try await tenant.delete("authorization", 1)
        #expect(try await tenant.secrets().count == 1)
    }

    @Test("simultaneous writes and deletions of a slot succeed")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<8 {
                group.addTask { try await tenant.set("signature", 1, sealed(number)) }
                group.addTask { try await tenant.delete("signature", 1) }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.secrets().count <= 1)
    }
}
