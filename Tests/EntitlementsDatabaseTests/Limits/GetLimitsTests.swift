import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_limits")
struct GetLimitsTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("the free limit applies to every app user and resets with the period")
    func free() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        #expect(
            try await tenant.limit("scans", of: "nobody", at: noon) == [
                "pool": .null, "used": 0, "limit": 3, "fair_use": .null, "limit_id": "scans",
                "remaining": 3,
                "resets_at": "2026-12-01T00:00:00.000Z", "throttled": false, "is_unlimited": false,
                "next_available_at": .null,
            ])
        #expect(try await tenant.limit("recipes", of: "nobody", at: noon)?["resets_at"] == .null)
    }

    @Test("an entitlement raises or lifts the limit while it is active")
    func lifted() async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.limits[0].entitlements = [EntitlementID(unchecked: "premium"): .amount(50)]
        }
        try await tenant.receive(.initialPurchase(product: "digero_premium_monthly"))
        let bought = RevenueCatEvent.defaultPurchase
        let during = bought.advanced(byDays: 1)
        #expect(try await tenant.limit("recipes", of: "u_42", at: during)?["limit"] == 50)
        let scans = try await tenant.limit("scans", of: "u_42", at: during)
        #expect(scans?["is_unlimited"] == true)
        #expect(scans?["limit"] == .null)
        #expect(scans?["remaining"] == .null)
        let after = try await tenant.limit("scans", of: "u_42", at: bought.advanced(byDays: 31))
        #expect(after?["limit"] == 3)
    }

    @Test("an entitlement never lowers the free limit")
    func neverLess() async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.limits[0].entitlements = [EntitlementID(unchecked: "premium"): .amount(1)]
        }
        try await tenant.receive(.initialPurchase(product: "digero_premium_monthly"))
        let during = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        #expect(try await tenant.limit("recipes", of: "u_42", at: during)?["limit"] == 10)
    }

    @Test(
        "a period begins by the calendar in UTC",
        arguments: [
            (TenantDefinition.LimitPeriod.Unit.day, "2026-11-22T00:00:00.000Z"),
            (.week, "2026-11-23T00:00:00.000Z"), (.month, "2026-12-01T00:00:00.000Z"),
            (.year, "2027-01-01T00:00:00.000Z"),
        ])
    func periods(_ period: TenantDefinition.LimitPeriod.Unit, _ end: String) async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.limits[1].period = .every(period)
        }
        let resetsAt = try #require(Timestamp(rfc3339: end))
        #expect(
            try await tenant.limit("scans", of: "u_1", at: noon)?["resets_at"]
                == .string(end))
        try await tenant.consume("scans", by: "u_1", 3, at: noon)
        let last = resetsAt.advanced(bySeconds: -1)
        #expect(try await tenant.used("scans", by: "u_1", at: last) == 3)
        #expect(try await tenant.used("scans", by: "u_1", at: resetsAt) == 0)
    }

    @Test("a read creates no app user")
    func nobody() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        _ = try await tenant.limit("scans", of: "nobody")
        let known = try await tenant.database.call(
            GetAppUser(appUserID: "nobody"), in: tenant.id)
        #expect(known.isEmpty)
    }

    @Test("another tenant's usage is not counted")
    func tenants() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let other = try await TestTenant.create(like: "metered")
        try await tenant.consume("scans", by: "u_1")
        #expect(try await other.used("scans", by: "u_1") == 0)
    }
}
