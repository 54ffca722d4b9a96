import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Entitlements

@Suite("use_limits")
struct UseLimitsTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("usage counts up to the limit and not beyond it")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let first = try await tenant.consume("scans", by: "u_1", 2, at: noon)
        #expect(first["used"] == 2)
        #expect(first["remaining"] == 1)
        #expect(first["reservation_id"] == nil)
        let refusal = try await refusal {
            try await tenant.consume("scans", by: "u_1", 2, at: noon)
        }
        #expect(refusal.code == .limitReached)
        #expect(refusal.retryAfterSeconds == 9 * 86_400 + 43_200)
        #expect(
            try JSONParser.parse(refusal.members ?? []) == [
                "pool": .null, "used": 2, "as_of": "2026-11-21T12:00:00.000Z", "limit": 3,
                "upgrade": ["premium"], "fair_use": .null,
                "limit_id": "scans", "remaining": 1, "resets_at": "2026-12-01T00:00:00.000Z",
                "throttled": false, "is_unlimited": false,
                "next_available_at": "2026-12-01T00:00:00.000Z",
                "retry_after_seconds": 820_800,
            ])
        #expect(try await tenant.consume("scans", by: "u_1", at: noon)["remaining"] == 0)
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 3)
    }

    @Test("a refusal offers only entitlements that raise the limit")
    func upgrade() async throws {
        let tenant = try await TestTenant.create(like: "yapmate") {
            $0.limits = [
                TenantDefinition.Limit(
                    id: LimitID(unchecked: "invoices"), period: .every(.month), free: 1,
                    entitlements: [
                        EntitlementID(unchecked: "pro"): .amount(2),
                        EntitlementID(unchecked: "trade"): .unlimited(),
                    ])
            ]
        }
        try await tenant.receive(.initialPurchase(product: "com.yapmate.pro.monthly"))
        let during = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        for (person, allowed, upgrade) in [
            ("u_1", Int32(1), JSONValue.array(["pro", "trade"])), ("u_42", 2, ["trade"]),
        ] {
            let refusal = try await refusal {
                try await tenant.consume("invoices", by: person, allowed + 1, at: during)
            }
            #expect(try JSONParser.parse(refusal.members ?? [])["upgrade"] == upgrade)
        }
    }

    @Test("with `counts: all`, unlimited usage applies when the limit returns")
    func unlimited() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.receive(.initialPurchase(product: "digero_premium_monthly"))
        let bought = RevenueCatEvent.defaultPurchase
        try await tenant.consume("recipes", by: "u_42", 40, at: bought.advanced(byDays: 1))
        let later = bought.advanced(byDays: 31)
        await expectFailure(.limitReached) {
            try await tenant.consume("recipes", by: "u_42", at: later)
        }
        let limit = try await tenant.limit("recipes", of: "u_42", at: later)
        #expect(limit?["used"] == 40)
        #expect(limit?["remaining"] == 0)
    }

    @Test("a sandbox purchase lifts the limit in the sandbox only")
    func sandbox() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.receive(
            .initialPurchase(product: "digero_premium_monthly").setting("environment", "SANDBOX"))
        let during = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        try await tenant.consume("scans", by: "u_42", 9, environment: "sandbox", at: during)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_42", 4, at: during)
        }
    }

    @Test("usage with a reference is counted once")
    func repeated() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let first = try await tenant.consume("scans", by: "u_1", 2, reference: "page 7", at: noon)
        let again = try await tenant.consume("scans", by: "u_1", 2, reference: "page 7", at: noon)
        #expect(first == again)
        #expect(first["status"] == "used")
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 2)
        await expectFailure(.referenceReused) {
            try await tenant.consume("scans", by: "u_1", 1, reference: "page 7", at: noon)
        }
        try await tenant.consume("recipes", by: "u_1", 1, reference: "page 7", at: noon)
        #expect(try await tenant.used("recipes", by: "u_1", at: noon) == 1)
    }

    @Test("a limit that the catalog lacks is refused, and creates no app user")
    func unknown() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        await expectFailure(.limitNotInCatalog) {
            try await tenant.consume("scams", by: "u_new")
        }
        let known = try await tenant.database.call(GetAppUser(appUserID: "u_new"), in: tenant.id)
        #expect(known.isEmpty)
    }

    @Test("sixteen simultaneous uses never exceed the limit")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered") {
            $0.limits[1].free = 10
        }
        let moment = noon
        let refusals = try await tenant.race(
            (0..<16).map { number in
                {
                    try await tenant.consume(
                        "scans", by: "u_1", reference: number < 4 ? "page \(number)" : nil,
                        at: moment)
                }
            })
        #expect(refusals.count { $0 == nil } == 10)
        #expect(refusals.count { $0 == .limitReached } == 6)
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 10)
    }

    @Test("simultaneous uses of one reference count once")
    func racedReference() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        let moment = noon
        let refusals = try await tenant.race(
            (0..<8).map { _ in
                { try await tenant.consume("scans", by: "u_1", 2, reference: "x", at: moment) }
            })
        #expect(refusals == [ErrorCode?](repeating: nil, count: 8))
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 2)
    }

    private func refusal(_ body: () async throws -> JSONValue) async throws -> Failure {
        try #require(await #expect(throws: Failure.self) { _ = try await body() })
    }
}
