import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Windows of limits in a time zone, on a day of the month and by subscription")
struct LimitWindowTests {
    private let bought = RevenueCatEvent.defaultPurchase

    private func tenant(
        _ period: TenantDefinition.LimitPeriod, in zone: String = "UTC"
    ) async throws -> TestTenant {
        try await TestTenant.create(like: "metered") {
            $0.timeZone = zone
            $0.limits[1].period = period
        }
    }

    /// Uses the limit at the start and before the end, and expects both to count until the end.
    private func expectWindow(
        of tenant: TestTenant, from start: Timestamp, to end: Timestamp,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let last = end.advanced(bySeconds: -1)
        let person = "u_\(start.rfc3339)"
        try await tenant.consume("scans", by: person, at: start.advanced(bySeconds: -1))
        try await tenant.consume("scans", by: person, at: start)
        let used = try await tenant.consume("scans", by: person, at: last)
        #expect(used["used"] == 2, sourceLocation: sourceLocation)
        #expect(used["resets_at"] == .string(end.rfc3339), sourceLocation: sourceLocation)
        #expect(
            try await tenant.used("scans", by: person, at: end) == 0,
            sourceLocation: sourceLocation)
    }

    @Test("days have 23 and 25 hours where the clock changes")
    func daylightSaving() async throws {
        let tenant = try await tenant(.every(.day), in: "Europe/London")
        for (start, end) in [
            ("2026-03-28T00:00:00Z", "2026-03-29T00:00:00Z"),
            ("2026-03-29T00:00:00Z", "2026-03-29T23:00:00Z"),
            ("2026-10-24T23:00:00Z", "2026-10-26T00:00:00Z"),
        ] as [(Timestamp, Timestamp)] {
            try await expectWindow(of: tenant, from: start, to: end)
        }
    }

    @Test("a midnight that occurs twice begins a day once, and one that never occurs begins late")
    func twice() async throws {
        // In the Azores, 2026-10-25 has an hour from midnight twice; the second begins the day.
        let azores = try await tenant(.every(.day), in: "Atlantic/Azores")
        try await expectWindow(
            of: azores, from: "2026-10-24T00:00:00Z", to: "2026-10-25T01:00:00Z")
        try await expectWindow(
            of: azores, from: "2026-10-25T01:00:00Z", to: "2026-10-26T01:00:00Z")
        // In Beirut, 2026-03-29 begins at one o'clock.
        let beirut = try await tenant(.every(.day), in: "Asia/Beirut")
        try await expectWindow(
            of: beirut, from: "2026-03-28T22:00:00Z", to: "2026-03-29T21:00:00Z")
    }

    @Test(
        "a month begins on its day, in a shorter month on the last",
        arguments: [
            (31, "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z"),
            (31, "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"),
            (30, "2024-02-29T00:00:00Z", "2024-03-30T00:00:00Z"),
            (15, "2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z"),
            (1, "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ])
    func monthDay(_ day: Int, _ start: Timestamp, _ end: Timestamp) async throws {
        try await expectWindow(of: try await tenant(.monthDay(day)), from: start, to: end)
    }

    @Test("a subscriber's window is the paid period, also after a correction of its start")
    func subscription() async throws {
        let tenant = try await tenant(.every(.subscription))
        try await tenant.apply(like: "metered") {
            $0.limits[1].period = .every(.subscription)
            $0.limits[1].entitlements = [EntitlementID(unchecked: "premium"): .amount(20)]
        }
        try await tenant.consume("scans", by: "u_42", at: bought.advanced(byDays: -1))
        try await tenant.receive(.initialPurchase(product: "digero_premium_monthly"))
        let first = try await tenant.consume("scans", by: "u_42", 2, at: bought.advanced(byDays: 9))
        #expect(first["used"] == 2)
        #expect(first["resets_at"] == .string(bought.advanced(byDays: 30).rfc3339))
        let renewed = bought.advanced(byDays: 31)
        try await tenant.receive(
            .renewal(product: "digero_premium_monthly"), receivedAt: renewed)
        #expect(try await tenant.used("scans", by: "u_42", at: renewed) == 0)
        #expect(try await tenant.used("scans", by: "u_42", at: bought.advanced(byDays: 29)) == 2)
        // The store says later that the period began eight days after the purchase.
        try await tenant.receive(
            .renewal(
                product: "digero_premium_monthly", purchasedAt: bought.advanced(byDays: 8),
                expiresAt: bought.advanced(byDays: 38)
            ).setting("event_timestamp_ms", .integer(renewed.microsecondsSinceEpoch / 1_000)),
            receivedAt: renewed)
        #expect(try await tenant.used("scans", by: "u_42", at: renewed.advanced(byDays: 1)) == 2)
    }

    @Test("without a subscription the period is the calendar month")
    func withoutSubscription() async throws {
        let tenant = try await tenant(.every(.subscription))
        try await expectWindow(
            of: tenant, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z")
    }

    @Test(
        "a time zone that Postgres does not have is refused, and nothing is written",
        arguments: ["Europe/Londn", "europe/london", "XYZ5", "+01:00", "BST"])
    func unknown(zone: String) async throws {
        let tenant = try await tenant(.every(.day))
        await expectFailure(.timeZoneUnknown) {
            try await tenant.apply(like: "metered") { $0.timeZone = zone }
        }
        let stored = try await TestDatabase.shared.administer(
            "select time_zone from entitlements.tenants where tenant_id = '\(tenant.id)'")
        #expect(stored == [["UTC"]])
    }
}
