import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("explain_entitlements")
struct ExplainEntitlementsTests {
    @Test("the plan and each entitlement are explained as if they were asked for alone")
    func agreement() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let start = RevenueCatEvent.defaultPurchase
        try await tenant.receive(.initialPurchase(product: "com.yapmate.pro.monthly"))
        for moment in [start.advanced(byDays: 1), start.advanced(byDays: 100)] {
            let together = try await tenant.explanations(of: "u_42", at: moment)
            let plan = try await tenant.explanation(of: "u_42", nil, at: moment)
            #expect(together["plan"] == plan)
            #expect(together["entitlements"]?.object?.members.count == 2)
            for entitlement in ["pro", "trade"] {
                let alone = try await tenant.explanation(of: "u_42", entitlement, at: moment)
                #expect(together["entitlements"]?[entitlement] == alone)
            }
        }
    }

    @Test("an unknown id has a plan, and the entitlements of the catalog")
    func unknownID() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let explained = try await tenant.explanations(of: "u_unknown", at: nil)
        #expect(explained["plan"]?["verdict"]?["reason"] == "unknown_id")
        #expect(explained.names == ["trade", "pro"])
        for name in explained.names {
            #expect(explained["entitlements"]?[name]?["verdict"]?["reason"] == "unknown_id")
        }
    }

    @Test("at most eight are explained: theirs, also one that the catalog lacks, then by rank")
    func maximum() async throws {
        let tenant = try await TestTenant.create {
            $0.entitlements += (1...9).map { number in
                .init(
                    id: EntitlementID(unchecked: "extra_\(number)"), rank: 100 + number,
                    isShared: false, implies: [])
            }
        }
        try await tenant.receive(
            RevenueCatEvent.nowRunning().setting("product_id", "strange")
                .entitlements(["mystery"]))
        let explained = try await tenant.explanations(of: "u_42", at: nil)
        #expect(
            explained.names == ["mystery"] + (3...9).reversed().map { "extra_\($0)" })
        #expect(explained["entitlements"]?["mystery"]?["is_allowed"] == true)
    }

    @Test("nothing of another tenant is told")
    func tenants() async throws {
        let own = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.nowRunning())
        let explained = try await own.explanations(of: "u_42", at: nil)
        #expect(explained["plan"]?["verdict"]?["reason"] == "unknown_id")
        #expect(explained["entitlements"]?["plus"]?["verdict"]?["reason"] == "unknown_id")
    }
}

extension TestTenant {
    fileprivate func explanations(
        of appUserID: AppUserID, at moment: Timestamp?
    ) async throws -> JSONValue {
        let call = ExplainEntitlements(appUserID: appUserID, asOf: moment)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }

    fileprivate func explanation(
        of appUserID: AppUserID, _ entitlement: String?, at moment: Timestamp
    ) async throws -> JSONValue {
        let call = ExplainAccess(
            appUserID: appUserID, entitlementID: entitlement, asOf: moment)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}

extension JSONValue {
    /// The entitlements that were explained.
    fileprivate var names: [String] {
        self["entitlements"]?.object?.members.map(\.name) ?? []
    }
}
