import EntitlementsDatabase
import TestSupport
import Testing

@Suite("reseal_secret")
struct ResealSecretTests {
    @Test("each kind of secret is replaced once, and only if it is the listed one")
    func resealed() async throws {
        let tenant = try await Self.tenantWithSecrets()
        let listed = try await tenant.database.call(ListSealedSecrets(), in: tenant.id)
        for secret in listed {
            #expect(try await tenant.reseal(secret, as: 9))
            #expect(try await !tenant.reseal(secret, as: 8))
        }
        let names = try await tenant.sealedSecrets().map { name in
            // The id of an endpoint is random.
            name.hasPrefix("endpoint_secret") ? "endpoint_secret \(name.suffix(3))" : name
        }
        #expect(
            names == [
                "authorization  1 9", "authorization  2 9", "endpoint_secret 1 9",
                "revenuecat_api_key  1 9", "token_secret a 1 9",
            ])
    }

    @Test("another tenant's secrets stay, although they have the same names")
    func otherTenant() async throws {
        let tenant = try await Self.tenantWithSecrets()
        let other = try await Self.tenantWithSecrets()
        let before = try await other.sealedSecrets()
        for secret in try await tenant.database.call(ListSealedSecrets(), in: tenant.id) {
            _ = try await tenant.reseal(secret, as: 9)
        }
        #expect(try await other.sealedSecrets() == before)
    }

    @Test("of sixteen simultaneous calls, one replaces the secret")
    func raced() async throws {
        let tenant = try await Self.tenantWithSecrets()
        let listed = try await tenant.database.call(ListSealedSecrets(), in: tenant.id)
        let secret = try #require(listed.first)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(10)..<26 {
                group.addTask { try await tenant.reseal(secret, as: number) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter(\.self).count == 1)
    }

    private static func tenantWithSecrets() async throws -> TestTenant {
        let tenant = try await TestTenant.create(trusting: ["a"])
        try await tenant.set("authorization", 1, sealed(1))
        try await tenant.set("authorization", 2, sealed(1))
        try await tenant.setTokenSecret("a", 1, sealed(1))
        try await tenant.database.callOne(SetUpstreamKey(sealed: sealed(1)), in: tenant.id)
        _ = try await tenant.createEndpoint()
        return tenant
    }
}

extension TestTenant {
    fileprivate func reseal(_ secret: ListSealedSecrets.Row, as byte: UInt8) async throws -> Bool {
        try await database.callOne(ResealSecret(secret, sealed: sealed(byte)), in: id).isResealed
    }
}
