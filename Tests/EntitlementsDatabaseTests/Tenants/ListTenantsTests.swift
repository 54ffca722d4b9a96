import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_tenants")
struct ListTenantsTests {
    @Test("pages list every tenant once, by slug")
    func pages() async throws {
        try await ScratchDatabase.with { own in
            var slugs: [String] = []
            for _ in 0..<5 {
                slugs.append(try await TestTenant.create(in: own.database).slug)
            }
            slugs.sort()
            let first = try await own.database.call(ListTenants(pageLimit: 3, afterSlug: nil))
            #expect(first.map(\.slug) == Array(slugs.prefix(3)))
            let second = try await own.database.call(
                ListTenants(pageLimit: 3, afterSlug: first.last?.slug))
            #expect(second.map(\.slug) == Array(slugs.suffix(2)))
            #expect(second.allSatisfy { $0.name == "Stockpot" && $0.definitionVersion > 0 })
            let after = try await own.database.call(
                ListTenants(pageLimit: 3, afterSlug: slugs.last))
            #expect(after.isEmpty)
        }
    }
}
