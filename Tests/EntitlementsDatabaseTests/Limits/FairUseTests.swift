import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Entitlements

@Suite("Fair use of unlimited limits")
struct FairUseTests {
    private let during = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)

    private func tenant(isHard: Bool = false, forRaces: Bool = false) async throws -> TestTenant {
        let change = { (tenant: inout TenantDefinition) in
            tenant.limits[1].entitlements = [
                EntitlementID(unchecked: "premium"): .unlimited(fairUse: 5, isHard: isHard)
            ]
        }
        let tenant =
            forRaces
            ? try await TestTenant.createForRaces(like: "metered", change)
            : try await TestTenant.create(like: "metered", change)
        try await tenant.receive(.initialPurchase(product: "digero_premium_monthly"))
        return tenant
    }

    private func findings(of tenant: TestTenant) async throws -> [String] {
        try await tenant.database.call(
            ListFindings(pageLimit: 100, afterKind: nil, afterSubject: nil), in: tenant.id
        ).map { "\($0.kind) \($0.subject) \($0.count)" }
    }

    @Test("more than the fair use is throttled and found, and never refused")
    func works() async throws {
        let tenant = try await tenant()
        let fair = try await tenant.consume("scans", by: "u_42", 5, at: during)
        #expect(fair["throttled"] == false)
        #expect(fair["fair_use"] == 5)
        #expect(fair["is_unlimited"] == true)
        #expect(fair["remaining"] == .null)
        #expect(try await findings(of: tenant) == [])
        #expect(try await tenant.consume("scans", by: "u_42", at: during)["throttled"] == true)
        #expect(try await tenant.consume("scans", by: "u_42", 90, at: during)["used"] == 96)
        #expect(try await tenant.limit("scans", of: "u_42", at: during)?["throttled"] == true)
        let free = try await tenant.consume("scans", by: "u_1", 3, at: during)
        #expect(free["throttled"] == false)
        #expect(free["fair_use"] == .null)
        // Findings are about 30 days of the real clock.
        _ = try await TestDatabase.shared.administer(
            "update entitlements.overuses set last_at = now() where tenant_id = '\(tenant.id)'")
        #expect(try await findings(of: tenant) == ["fair_use_exceeded scans 1"])
        _ = try await TestDatabase.shared.administer(
            """
            update entitlements.overuses set first_at = '2026-01-01', last_at = '2026-01-01'
             where tenant_id = '\(tenant.id)'
            """)
        #expect(try await findings(of: tenant) == [])
    }

    @Test("a hard fair use is refused above it")
    func refused() async throws {
        let tenant = try await tenant(isHard: true)
        try await tenant.consume("scans", by: "u_42", 4, at: during)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_42", 2, at: during)
        }
        let last = try await tenant.consume("scans", by: "u_42", at: during)
        #expect(last["throttled"] == true)
        #expect(last["is_unlimited"] == true)
        #expect(last["limit"] == .null)
        #expect(last["remaining"] == 0)
        #expect(try await tenant.used("scans", by: "u_42", at: during) == 5)
    }

    @Test("a repeated use above the fair use counts once")
    func repeated() async throws {
        let tenant = try await tenant()
        for _ in 0..<3 {
            let used = try await tenant.consume("scans", by: "u_42", 6, reference: "a", at: during)
            #expect(used["used"] == 6)
            #expect(used["throttled"] == true)
        }
    }

    @Test("sixteen simultaneous uses never exceed a hard fair use")
    func raced() async throws {
        let tenant = try await tenant(isHard: true, forRaces: true)
        let moment = during
        let refusals = try await tenant.race(
            (0..<16).map { _ in { try await tenant.consume("scans", by: "u_42", at: moment) } })
        #expect(refusals.count { $0 == nil } == 5)
        #expect(try await tenant.used("scans", by: "u_42", at: moment) == 5)
    }
}
