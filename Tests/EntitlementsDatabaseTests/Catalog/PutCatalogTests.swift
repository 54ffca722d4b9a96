import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("put_catalog")
struct PutCatalogTests {
    @Test("the tenant's own file is applied, and another tenant's is refused")
    func ownFile() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        var definition = try TestTenant.definition(of: "stockpot")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        definition.name = "By the API"
        let call = PutCatalog(
            try ApplyTenant(
                definition, source: nil, appliedBy: "secret_key:1", allowsRemoval: false))
        await expectFailure(.forbidden) {
            _ = try await tenant.database.callOne(call, in: other.id)
        }
        #expect(try await tenant.name() == "Stockpot")
        for outcome in ["updated", "unchanged"] {
            let answer = try await tenant.database.callOne(call, in: tenant.id)
            #expect(try JSONParser.parse(answer.json)["outcome"] == .string(outcome))
        }
        #expect(try await tenant.name() == "By the API")
        #expect(try await other.name() == "Stockpot")
    }
}

extension TestTenant {
    fileprivate func name() async throws -> String {
        try await database.callOne(FindTenant(slug: slug)).name
    }
}
