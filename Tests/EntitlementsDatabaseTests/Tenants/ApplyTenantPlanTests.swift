import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("apply_tenant plans, and refuses to remove what people have")
struct ApplyTenantPlanTests {
    @Test("a renamed entitlement is a removal: it names the people, and needs permission")
    func renamed() async throws {
        let tenant = try await Self.tenantWithBuyers()
        let renamed = try Self.renamed(tenant)
        let plan = try await tenant.apply(renamed, isDryRun: true)
        #expect(plan["removes"] == true)
        #expect(plan["is_complete"] == true)
        #expect(plan["losing"]?["plus"]?["count"] == 2)
        #expect(plan["losing"]?["plus"]?["app_user_ids"] == ["u_member", "u_owner"])
        #expect(plan["gaining"]?["gold"]?["count"] == 2)
        #expect(plan.changes.contains("removed entitlements plus"))
        #expect(plan.changes.contains("added entitlements gold"))

        let refusal = await #expect(throws: Failure.self) {
            try await tenant.apply(renamed, allowsRemoval: false)
        }
        #expect(refusal?.code == .removalNotAllowed)
        let members = try JSONParser.parse(refusal?.members ?? [])
        #expect(members["plan"]?["losing"] == plan["losing"])
        #expect(try await tenant.plan(of: "u_owner") == "plus")
        #expect(try await tenant.plan(of: "u_member") == "plus")

        _ = try await tenant.apply(renamed, allowsRemoval: true)
        #expect(try await tenant.plan(of: "u_owner") == "gold")
        let again = try await tenant.database.callOne(
            ApplyTenant(renamed, source: nil, appliedBy: "test", allowsRemoval: false))
        #expect(again.outcome == "unchanged")
        #expect(again.plan == nil)
    }

    @Test("a change that takes nothing from people needs no permission")
    func harmless() async throws {
        let tenant = try await Self.tenantWithBuyers()
        var definition = try tenant.definition()
        definition.name = "Another name"
        definition.features.append(
            .init(id: FeatureID(unchecked: "new_feature"), entitlement: nil))
        let plan = try await tenant.apply(definition, allowsRemoval: false)
        #expect(plan["removes"] == false)
        #expect(plan["losing"]?.object?.members.isEmpty == true)
        #expect(plan["gaining"]?.object?.members.isEmpty == true)
        #expect(plan.changes == ["added features new_feature", "changed tenant name"])
    }

    @Test("an entitlement that moves to another product is lost by its buyers only")
    func moved() async throws {
        let tenant = try await Self.tenantWithBuyers()
        var definition = try tenant.definition()
        let bought = try #require(
            definition.products.firstIndex { $0.id.rawValue == RevenueCatEvent.defaultProduct })
        definition.products[bought].entitlements = []
        let plan = try await tenant.apply(definition, isDryRun: true)
        #expect(plan["losing"]?["plus"]?["count"] == 2)
        #expect(plan["gaining"]?.object?.members.isEmpty == true)
        #expect(plan["removes"] == true)
    }

    @Test("grants of RevenueCat are named only if the file lacks their entitlement")
    func promotional() async throws {
        let tenant = try await Self.tenantWithBuyers()
        try await tenant.receive(.promotionalGrant(appUserID: "u_owner"))
        try await tenant.receive(
            .promotionalGrant(appUserID: "u_owner", entitlement: "gone")
                .setting("transaction_id", "gone").setting("original_transaction_id", "gone"))
        let unknown: JSONValue = ["rc_promo_gone_monthly"]
        var definition = try tenant.definition()
        let unchanged = try await tenant.apply(definition, isDryRun: true)
        #expect(unchanged["products_not_in_file"] == unknown)
        definition.name = "Another name"
        for isDryRun in [true, false] {
            let plan = try await tenant.apply(definition, isDryRun: isDryRun)
            #expect(plan["products_not_in_file"] == unknown, "\(isDryRun)")
        }
    }

    @Test("a sold product that the file drops is named")
    func droppedProduct() async throws {
        let tenant = try await Self.tenantWithBuyers()
        var definition = try tenant.definition()
        definition.products.removeAll { $0.id.rawValue == RevenueCatEvent.defaultProduct }
        let plan = try await tenant.apply(definition, isDryRun: true)
        #expect(plan["products_not_in_file"] == [.string(RevenueCatEvent.defaultProduct)])
    }

    @Test("without app users a name may go, and a dry run of a new tenant creates none")
    func nobodyThere() async throws {
        let tenant = try await TestTenant.create()
        #expect(
            try await tenant.apply(Self.renamed(tenant), allowsRemoval: false)["removes"] == false)

        var other = try tenant.definition()
        other.slug = TenantSlug(unchecked: tenant.slug + "-2")
        let row = try await tenant.database.callOne(
            ApplyTenant(
                other, source: nil, appliedBy: "test", allowsRemoval: false, isDryRun: true))
        #expect(row.outcome == "created")
        #expect(row.plan != nil)
        #expect(
            try await tenant.database.call(FindTenant(slug: other.slug.rawValue)).isEmpty)
    }

    @Test("a dry run leaves the catalog, the history and the version as they were")
    func dryRun() async throws {
        let tenant = try await Self.tenantWithBuyers()
        let before = try await tenant.database.call(ListDefinitions(), in: tenant.id)
        for _ in 0..<2 {
            _ = try await tenant.apply(Self.renamed(tenant), isDryRun: true)
        }
        let after = try await tenant.database.call(ListDefinitions(), in: tenant.id)
        #expect(after.map(\.definitionVersion) == before.map(\.definitionVersion))
        #expect(try await tenant.plan(of: "u_owner") == "plus")
        #expect(try await tenant.standing(of: "u_owner").isActive)
    }

    @Test("of eight simultaneous removals without permission none is applied")
    func raced() async throws {
        let tenant = try await Self.tenantWithBuyers()
        let renamed = try Self.renamed(tenant)
        let codes = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await tenant.apply(renamed, allowsRemoval: false)
                        return nil
                    } catch let failure as Failure {
                        return failure.code
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .removalNotAllowed, count: 8))
        #expect(try await tenant.plan(of: "u_owner") == "plus")
    }
}

extension ApplyTenantPlanTests {
    /// A tenant with a buyer of `plus`, who shares it with a member, and a person without access.
    private static func tenantWithBuyers() async throws -> TestTenant {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .nonRenewingPurchase(
                appUserID: "u_owner", product: RevenueCatEvent.defaultProduct,
                expiresAt: "2999-01-01T00:00:00Z"))
        try await tenant.found("u_owner", with: ["u_member"])
        try await tenant.receive(.test())
        return tenant
    }

    private static func renamed(_ tenant: TestTenant) throws -> TenantDefinition {
        var definition = try tenant.definition()
        let plus = EntitlementID(unchecked: "plus")
        let gold = EntitlementID(unchecked: "gold")
        for index in definition.entitlements.indices
        where definition.entitlements[index].id == plus {
            definition.entitlements[index].id = gold
        }
        for index in definition.products.indices {
            definition.products[index].entitlements = definition.products[index].entitlements
                .map { $0 == plus ? gold : $0 }
        }
        for index in definition.features.indices
        where definition.features[index].entitlement == plus {
            definition.features[index].entitlement = gold
        }
        for index in definition.limits.indices {
            if let lift = definition.limits[index].entitlements.removeValue(forKey: plus) {
                definition.limits[index].entitlements[gold] = lift
            }
        }
        definition.codes.campaigns = []
        definition.referrals = nil
        return definition
    }
}

extension TestTenant {
    fileprivate func definition() throws -> TenantDefinition {
        var definition = try Self.definition(of: "stockpot")
        definition.slug = TenantSlug(unchecked: slug)
        return definition
    }

    /// Applies a definition and returns its plan.
    fileprivate func apply(
        _ definition: TenantDefinition, allowsRemoval: Bool = true, isDryRun: Bool = false
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            ApplyTenant(
                definition, source: nil, appliedBy: "test", allowsRemoval: allowsRemoval,
                isDryRun: isDryRun))
        return try JSONParser.parse(try #require(row.plan))
    }

    fileprivate func plan(of appUserID: String) async throws -> String? {
        try await entitlements(of: appUserID)["plan"]?.string
    }
}

extension JSONValue {
    /// Each change of a plan, as `removed entitlements plus`.
    fileprivate var changes: [String] {
        (self["changes"]?.array ?? []).map { change in
            ["change", "section", "id"].compactMap { change[$0]?.string }.joined(separator: " ")
        }
    }
}
