import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_definitions")
struct ListDefinitionsTests {
    @Test("each applied change is listed once, newest first, with its actor")
    func listed() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        for name in ["A", "B", "B"] {
            try await tenant.apply { $0.name = name }
        }
        let rows = try await tenant.database.call(ListDefinitions(), in: tenant.id)
        #expect(rows.count == 3)
        #expect(rows.map(\.definitionVersion) == rows.map(\.definitionVersion).sorted(by: >))
        #expect(rows.allSatisfy { $0.appliedBy == "test" })
        #expect(try await other.database.call(ListDefinitions(), in: other.id).count == 1)
    }

    @Test("the newest two hundred are kept")
    func kept() async throws {
        let tenant = try await TestTenant.create()
        for number in 0..<205 { try await tenant.apply { $0.name = "\(number)" } }
        let rows = try await tenant.database.call(ListDefinitions(), in: tenant.id)
        #expect(rows.count == 200)
        let shown = try await tenant.database.callOne(GetDefinition(), in: tenant.id)
        #expect(shown.shownVersion == rows.first?.definitionVersion)
    }
}
