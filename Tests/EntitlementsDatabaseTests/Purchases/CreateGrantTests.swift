import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_grant")
struct CreateGrantTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a grant gives an unknown app user the entitlement for its span")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1", for: "P1M", at: noon)
        #expect(
            grant == [
                "grant_id": try #require(grant["grant_id"]), "app_user_id": "u_1",
                "environment": "production", "entitlement_id": "plus", "product_id": nil,
                "status": "active", "starts_at": .string(noon.rfc3339),
                "expires_at": "2026-12-21T12:00:00.000Z", "reason": "A test.",
                "granted_at": .string(noon.rfc3339), "granted_by": "secret_key:test",
                "revoked_at": nil, "revoked_by": nil, "revocation_reason": nil,
            ])
        let during = try #require(try await tenant.entitlement("plus", of: "u_1", at: noon))
        #expect(during["status"] == "granted")
        #expect(during["expires_at"] == "2026-12-21T12:00:00.000Z")
        #expect(during["will_renew"] == false)
        #expect(during["source"]?["kind"] == "grant")
        #expect(during["source"]?["store"] == "hearth")
        let end: Timestamp = "2026-12-21T12:00:00Z"
        let before = noon.advanced(bySeconds: -1)
        #expect(try await tenant.standing(of: "u_1", at: before) == .none)
        let last = end.advanced(bySeconds: -1)
        #expect(try await tenant.standing(of: "u_1", at: last) == .active("granted"))
        #expect(try await tenant.standing(of: "u_1", at: end) == .inactive("expired"))
        let shown = try #require(try await tenant.first(of: "grants", of: "u_1", at: noon))
        #expect(shown["id"] == grant["grant_id"])
        #expect(shown["original_transaction_id"] == .null)
        #expect(try await tenant.orphans() == [])
        try await expectSound(tenant)
    }

    @Test("the audit has the grant, its actor and its reason")
    func audited() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1", for: "P7D", at: noon)
        let entry = try #require(try await tenant.auditEntries(of: "u_1").first)
        #expect(entry["action"] == "grant")
        #expect(entry["actor"] == "secret_key:test")
        #expect(entry["reason"] == "A test.")
        #expect(entry["before"] == [])
        #expect(entry["after"]?.array?.first?["grant_id"] == grant["grant_id"])
    }

    @Test("a grant of a product gives what the product grants, also once the catalog lacks it")
    func product() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(nil, to: "u_1") {
            $0.productID = "stockpot_plus_monthly"
            $0.expiresAt = "2099-01-01T00:00:00Z"
        }
        #expect(grant["expires_at"] == "2099-01-01T00:00:00.000Z")
        #expect(try await tenant.standing(of: "u_1") == .active("granted"))
        try await tenant.apply { $0.products = [] }
        #expect(try await tenant.standing(of: "u_1") == .active("granted"))
    }

    @Test("a grant without an end lasts for ever, and one in the sandbox stays there")
    func forEver() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1", environment: "sandbox")
        #expect(try await tenant.standing(of: "u_1") == .none)
        let distant: Timestamp = "9999-01-01T00:00:00Z"
        #expect(
            try await tenant.standing(of: "u_1", environment: "sandbox", at: distant)
                == .active("granted"))
        let found = try await tenant.entitlement("plus", of: "u_1", environment: "sandbox")
        #expect(found?["expires_at"] == .null)
    }

    @Test("of grants that overlap the longest counts, and months end as in the calendar")
    func overlapping() async throws {
        let tenant = try await TestTenant.create()
        let january: Timestamp = "2027-01-31T12:00:00Z"
        try await tenant.grant(to: "u_1", for: "P1M", at: january)
        try await tenant.grant(to: "u_1", for: "P7D", at: january.advanced(byDays: 1))
        let found = try await tenant.entitlement("plus", of: "u_1", at: january.advanced(byDays: 2))
        #expect(found?["expires_at"] == "2027-02-28T12:00:00.000Z")
        #expect(try await tenant.grants(of: "u_1", at: january.advanced(byDays: 2)).count == 2)
    }

    @Test("an extension begins when the access of every source and earlier extensions ends")
    func extended() async throws {
        let tenant = try await TestTenant.create()
        let bought = RevenueCatEvent.defaultPurchase
        try await tenant.receive(
            .initialPurchase(
                appUserID: "u_1", purchasedAt: bought, expiresAt: "2098-01-01T00:00:00Z"))
        for (start, end) in [("2098-01-01", "2098-02-01"), ("2098-02-01", "2098-03-01")] {
            let grant = try await tenant.grant(to: "u_1", for: "P1M") { $0.extends = true }
            #expect(grant["status"] == "scheduled")
            #expect(grant["starts_at"] == .string("\(start)T00:00:00.000Z"))
            #expect(grant["expires_at"] == .string("\(end)T00:00:00.000Z"))
        }
        let gap = try await tenant.grant(to: "u_2", for: "P1M", at: noon) { $0.extends = true }
        #expect(gap["starts_at"] == .string(noon.rfc3339))
        #expect(
            try await tenant.standing(of: "u_1", at: "2098-02-15T00:00:00Z") == .active("granted"))
        try await expectSound(tenant)
    }

    @Test("a member of a household extends what the household gives")
    func extendedOfHousehold() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1", expiresAt: "2098-01-01T00:00:00Z"))
        try await tenant.found("u_1", with: ["u_2"])
        let grant = try await tenant.grant(to: "u_2", for: "P7D") { $0.extends = true }
        #expect(grant["starts_at"] == "2098-01-01T00:00:00.000Z")
    }

    @Test("each refusal has its code and writes nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create {
            $0.products.append(
                .init(id: ProductID(unchecked: "pack"), kind: .consumable, entitlements: []))
        }
        try await tenant.grant(to: "u_1")
        try await expectNobodyChanged(.entitlementNotInCatalog, in: tenant) {
            try await tenant.grant("pluss", to: "u_new")
        }
        for (product, code) in [
            ("no_such", ErrorCode.productNotInCatalog), ("pack", .productNotGrantable),
        ] {
            try await expectNobodyChanged(code, in: tenant) {
                try await tenant.grant(nil, to: "u_new") { $0.productID = product }
            }
        }
        try await expectNobodyChanged(.accessNeverEnds, in: tenant) {
            try await tenant.grant(to: "u_1", for: "P1M") { $0.extends = true }
        }
        for end: Timestamp in ["2000-01-01T00:00:00Z", "9999-12-31T23:59:59.5Z"] {
            try await expectNobodyChanged(.grantSpanInvalid, in: tenant) {
                try await tenant.grant(to: "u_1") { $0.expiresAt = end }
            }
        }
    }

    @Test("extensions stop at the year 9999 and never overflow")
    func endless() async throws {
        let tenant = try await TestTenant.create()
        for _ in 0..<7 {
            try await tenant.grant(to: "u_1", for: "P999Y999M999W999D") { $0.extends = true }
        }
        for _ in 0..<2 {
            await expectFailure(.grantSpanInvalid) {
                try await tenant.grant(to: "u_1", for: "P999Y") { $0.extends = true }
            }
        }
    }

    @Test("extensions made at once follow each other")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let moment = noon
        let refusals = try await tenant.race(
            (0..<8).map { _ in
                { try await tenant.grant(to: "u_1", for: "P1D", at: moment) { $0.extends = true } }
            })
        #expect(refusals.allSatisfy { $0 == nil })
        let found = try await tenant.entitlement("plus", of: "u_1", at: noon)
        #expect(found?["expires_at"] == .string(noon.advanced(byDays: 1).rfc3339))
        let grants = try await tenant.grants(of: "u_1", at: noon)
        let last = grants.compactMap { $0["expires_at"]?.string }
        #expect(last.max() == noon.advanced(byDays: 8).rfc3339)
        #expect(Set(last).count == 8)
        try await expectSound(tenant)
    }

    @Test("grants of another tenant are invisible")
    func tenants() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1")
        #expect(try await other.standing(of: "u_1") == .none)
        #expect(try await other.grants(of: "u_1") == [])
        await expectFailure(.grantNotFound) {
            try await other.revoke(grant: grant.grantID, of: "u_1")
        }
    }
}
