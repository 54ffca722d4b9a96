import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_sealed_secrets")
struct ListSealedSecretsTests {
    @Test("every kind of secret of the tenant is listed, and no other tenant's")
    func listed() async throws {
        let tenant = try await TestTenant.create(trusting: ["a"])
        let other = try await TestTenant.create(trusting: ["a"])
        #expect(try await tenant.sealedSecrets().isEmpty)
        try await tenant.set("signature", 2, sealed(1))
        try await tenant.set("authorization", 1, sealed(2))
        try await tenant.setTokenSecret("a", 1, sealed(3))
        try await tenant.database.callOne(SetUpstreamKey(sealed: sealed(4)), in: tenant.id)
        let endpoint = try await tenant.createEndpoint()
        try await other.set("signature", 1, sealed(5))
        #expect(
            try await tenant.sealedSecrets() == [
                "authorization  1 2", "endpoint_secret \(endpoint.uuidString.lowercased()) 1 1",
                "revenuecat_api_key  1 4", "signature  2 1", "token_secret a 1 3",
            ])
        try await tenant.deleteUpstreamKey()
        #expect(try await tenant.sealedSecrets().count == 4)
    }

    @Test("the columns that are sealed are those that are listed")
    func columns() async throws {
        let columns = try await TestDatabase.shared.administer(
            """
            select table_name || '.' || column_name from information_schema.columns
             where table_schema = 'entitlements' and column_name like '%sealed%' order by 1
            """
        ).compactMap { $0.first ?? nil }
        #expect(
            columns == [
                "endpoint_secrets.sealed", "signing_keys.sealed", "token_secrets.sealed",
                "upstreams.sealed_key", "webhook_secrets.sealed",
            ])
    }
}

extension TestTenant {
    /// Kind, name, slot and first byte of each sealed secret.
    func sealedSecrets() async throws -> [String] {
        try await database.call(ListSealedSecrets(), in: id).map {
            "\($0.kind) \($0.name) \($0.slot) \($0.sealed.first ?? 0)"
        }
    }
}
