import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("apply_tenant")
struct ApplyTenantTests {
    @Test("a tenant is created, found unchanged, and updated")
    func outcomes() async throws {
        var definition = try Self.definition()
        let created = try await apply(definition)
        #expect(created.outcome == "created")
        let repeated = try await apply(definition)
        #expect(repeated.outcome == "unchanged")
        definition.name = "Another name"
        let updated = try await apply(definition)
        #expect(updated.outcome == "updated")
        #expect(Set([created, repeated, updated].map(\.tenantID)).count == 1)
        let found = try await TestDatabase.shared.database().callOne(
            FindTenant(slug: definition.slug.rawValue))
        #expect(found.name == "Another name")
    }

    @Test("of eight simultaneous creations of a tenant, one creates it")
    func raced() async throws {
        let definition = try Self.definition(like: "yapmate")
        let rows = try await withThrowingTaskGroup(of: ApplyTenant.Row.self) { group in
            for _ in 0..<8 { group.addTask { try await apply(definition) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            rows.map(\.outcome).sorted() == ["created"] + Array(repeating: "unchanged", count: 7))
        #expect(Set(rows.map(\.tenantID)).count == 1)
        #expect(try await catalog(of: rows[0].tenantID) == Self.yapmate)
    }

    @Test("simultaneous updates end with one whole catalog")
    func racedUpdates() async throws {
        let definition = try Self.definition(like: "yapmate")
        let tenantID = try await apply(definition).tenantID
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var other = definition
                    other.name = "Number \(number)"
                    if number.isMultiple(of: 2) { other = Self.withoutTrade(other) }
                    _ = try await apply(other)
                }
            }
            try await group.waitForAll()
        }
        let stored = try await TestDatabase.shared.administer(
            "select definition ->> 'name' = name, definition -> 'products' "
                + "from entitlements.tenants where tenant_id = '\(tenantID)'")
        #expect(stored.first?.first == "t")
        let isWithoutTrade = try await catalog(of: tenantID) == Self.yapmateWithoutTrade
        let isWhole = try await catalog(of: tenantID) == Self.yapmate
        #expect(isWithoutTrade != isWhole)
        #expect(stored.first?.last??.contains("trade") == isWhole)
    }

    @Test("an update replaces the catalog and its implications")
    func replaced() async throws {
        let definition = try Self.definition(like: "yapmate")
        let tenantID = try await apply(definition).tenantID
        #expect(try await catalog(of: tenantID) == Self.yapmate)
        #expect(try await apply(Self.withoutTrade(definition)).outcome == "updated")
        #expect(try await catalog(of: tenantID) == Self.yapmateWithoutTrade)
    }

    @Test("implication is transitive")
    func impliedThroughOthers() async throws {
        let tenant = try await TestTenant.create(like: "yapmate") { definition in
            var all = definition.entitlements[1]
            all.id = EntitlementID(unchecked: "all")
            all.rank = 30
            all.implies = [EntitlementID(unchecked: "trade")]
            definition.entitlements.append(all)
            definition.products[1].entitlements = [EntitlementID(unchecked: "all")]
        }
        #expect(
            try await catalog(of: tenant.id).filter { $0.hasPrefix("com.yapmate.trade") } == [
                "com.yapmate.trade.monthly all", "com.yapmate.trade.monthly pro by all",
                "com.yapmate.trade.monthly trade by all",
            ])
    }

    @Test("a refused catalog changes nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        var definition = try TestTenant.definition(of: "yapmate")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        definition.name = "Never seen"
        definition.entitlements[1].rank = definition.entitlements[0].rank
        await #expect(throws: PostgresError.server(sqlState: "23505")) {
            try await apply(definition)
        }
        #expect(try await catalog(of: tenant.id) == Self.yapmate)
        let found = try await tenant.database.callOne(FindTenant(slug: tenant.slug))
        #expect(found.name == "YapMate")
    }

    @Test("purchases survive an update, and grant by the new catalog")
    func purchasesSurvive() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(
            .initialPurchase(product: "com.yapmate.pro.monthly").entitlements(["pro"]))
        let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        #expect(try await tenant.standing(of: "u_42", "pro", at: moment) == .active("active"))
        var definition = try TestTenant.definition(of: "yapmate")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        let pro = definition.products.firstIndex { $0.id.rawValue == "com.yapmate.pro.monthly" }
        definition.products[try #require(pro)].entitlements = [EntitlementID(unchecked: "trade")]
        #expect(try await apply(definition).outcome == "updated")
        #expect(try await tenant.standing(of: "u_42", "trade", at: moment) == .active("active"))
    }
}

extension ApplyTenantTests {
    private static let yapmate = [
        "com.yapmate.pro.monthly pro", "com.yapmate.trade.monthly pro by trade",
        "com.yapmate.trade.monthly trade",
    ]
    private static let yapmateWithoutTrade = ["com.yapmate.pro.monthly pro"]

    private static func definition(like file: String = "stockpot") throws -> TenantDefinition {
        var definition = try TestTenant.definition(of: file)
        definition.slug = TenantSlug(unchecked: "t-\(UUID().uuidString.lowercased())")
        return definition
    }

    private static func withoutTrade(_ definition: TenantDefinition) -> TenantDefinition {
        var definition = definition
        definition.entitlements.removeAll { $0.id.rawValue == "trade" }
        definition.products.removeAll { $0.id.rawValue.contains("trade") }
        definition.features.removeAll { $0.entitlement?.rawValue == "trade" }
        return definition
    }

    private func apply(_ definition: TenantDefinition) async throws -> ApplyTenant.Row {
        try await TestDatabase.shared.database().callOne(
            ApplyTenant(test: definition))
    }

    /// The entitlements of each product, implied ones included.
    private func catalog(of tenantID: TenantID) async throws -> [String] {
        try await TestDatabase.shared.administer(
            """
            select concat_ws(' ', product_id, entitlement_id, 'by ' || implied_by)
              from entitlements.product_entitlements
             where tenant_id = '\(tenantID)' order by product_id, entitlement_id
            """
        ).compactMap { $0.first ?? nil }
    }
}
