import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_findings")
struct CountFindingsTests {
    @Test("findings are counted for each tenant and kind, zeros included")
    func counted() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            for product in ["plus_weekly", "plus_daily"] {
                try await tenant.receive(
                    .initialPurchase(product: product)
                        .transaction(product, original: product)
                        .setting("entitlement_ids", .null).setting("entitlement_id", .null))
            }
            let rows = try await own.database.call(CountFindings())
            #expect(rows.count == 18)
            #expect(Set(rows.map(\.tenantSlug)) == [tenant.slug, other.slug])
            let found = rows.filter { $0.findings > 0 }
            #expect(found.map(\.tenantSlug) == [tenant.slug])
            #expect(found.map(\.kind) == ["product_not_in_catalog"])
            #expect(found.map(\.findings) == [2])
        }
    }
}
