import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_slug")
struct GetSlugTests {
    @Test("a tenant's own slug is returned; an unknown tenant has none")
    func own() async throws {
        for tenant in try await [TestTenant.create(), TestTenant.create()] {
            #expect(
                try await tenant.database.callOne(GetSlug(), in: tenant.id).slug == tenant.slug)
            #expect(try await tenant.database.call(GetSlug(), in: UUID()).isEmpty)
        }
    }

    @Test("log lines name a tenant by its slug, and an unknown one by its id")
    func named() async throws {
        let tenant = try await TestTenant.create()
        for _ in 0..<2 { #expect(await tenant.database.slug(of: tenant.id) == tenant.slug) }
        let unknown = UUID()
        #expect(await tenant.database.slug(of: unknown) == "\(unknown)")
    }
}
