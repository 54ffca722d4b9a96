import EntitlementsDatabase
import TestSupport
import Testing

@Suite("delete_secret, of issuers")
struct DeleteTokenSecretTests {
    @Test("a deletion, repeated or not, empties only its slot")
    func deleted() async throws {
        let tenant = try await TestTenant.create(trusting: ["a", "b"])
        let other = try await TestTenant.create(trusting: ["a"])
        for (tenant, issuer) in [(tenant, "a"), (tenant, "b"), (other, "a")] {
            for slot in [1, 2] as [Int32] {
                try await tenant.setTokenSecret(issuer, slot, sealed(UInt8(slot)))
            }
        }
        for _ in 0..<2 { try await tenant.deleteTokenSecret("a", 1) }
        #expect(try await tenant.tokenSecrets() == [[nil, 2], [1, 2]])
        #expect(try await other.tokenSecrets() == [[1, 2]])
    }

    @Test("deleting an unknown issuer's or slot's secret succeeds")
    func absent() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        try await tenant.deleteTokenSecret("nobody", 1)
        try await tenant.deleteTokenSecret("a", 7)
        #expect(try await tenant.tokenSecrets() == [[nil, nil]])
    }

    @Test("simultaneous writes and deletions of a slot succeed")
    func raced() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(1)...8 {
                group.addTask { try await tenant.setTokenSecret("a", 1, sealed(number)) }
                group.addTask { try await tenant.deleteTokenSecret("a", 1) }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.issuers().count == 1)
    }
}
