import Entitlements
import TestSupport
import Testing

/// Version 2 says that a subscription is paused, or will be, and not until when.
@Suite("Pauses in readings")
struct PauseReadingTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// What version 2 lists, with the two flags.
    private func listed(isPaused: Bool, givesAccess: Bool = true) -> TestSnapshot.Purchase {
        .like(RevenueCatEvent.initialPurchase().store("PLAY_STORE"))
            .setting("is_paused", .bool(isPaused)).setting("gives_access", .bool(givesAccess))
            .setting("will_renew", .bool(!isPaused)).setting("is_cancelled", false)
            .setting("has_billing_issue", false)
    }

    private func resumeDate(of tenant: TestTenant) async throws -> String? {
        try await TestDatabase.shared.administer(
            """
            select status_until_end || coalesce(
                       ' ' || extract(epoch from auto_resume_at - '\(bought.rfc3339)') / 86400, '')
              from entitlements.purchases where tenant_id = '\(tenant.id)'
            """
        ).first?.first.flatMap(\.self)?.replacing(#/\.0+$/#, with: "")
    }

    @Test("the date that an event told stays, before the pause and in it, until it resumes")
    func told() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(RevenueCatEvent.initialPurchase().store("PLAY_STORE"))
        try await tenant.receive(.subscriptionPaused(resumesAt: day(60)))
        for moment in [day(6), day(7)] {
            try await tenant.add(TestSnapshot(at: moment).listing(listed(isPaused: true)))
            #expect(try await resumeDate(of: tenant) == "paused 60")
        }
        let inPause = listed(isPaused: true, givesAccess: false)
        try await tenant.add(TestSnapshot(at: day(35)).listing(inPause))
        #expect(try await resumeDate(of: tenant) == "paused 60")
        #expect(try await tenant.standing(of: "u_42", at: day(36)) == .inactive("paused"))
        try await tenant.add(TestSnapshot(at: day(61)).listing(listed(isPaused: false)))
        #expect(try await resumeDate(of: tenant) == "active")
        try await tenant.add(TestSnapshot(at: day(62)).listing(listed(isPaused: true)))
        #expect(try await resumeDate(of: tenant) == "paused")
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("without an event it is paused without a date, and an event brings one")
    func untold() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(TestSnapshot(at: day(1)).listing(listed(isPaused: true)))
        #expect(try await resumeDate(of: tenant) == "paused")
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .active("paused"))
        try await tenant.receive(
            .subscriptionPaused(resumesAt: day(60), at: day(3)), receivedAt: day(3))
        #expect(try await resumeDate(of: tenant) == "paused 60")
    }

    @Test("version 1 names the date, or says that there is no pause")
    func version1() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(RevenueCatEvent.initialPurchase().store("PLAY_STORE"))
        try await tenant.receive(.subscriptionPaused(resumesAt: day(60)))
        let entry = TestSnapshot.Purchase.like(
            RevenueCatEvent.initialPurchase().store("PLAY_STORE"))
        try await tenant.add(
            TestSnapshot(at: day(6)).listing(entry.at("auto_resume_at", day(50))))
        #expect(try await resumeDate(of: tenant) == "paused 50")
        try await tenant.add(TestSnapshot(at: day(7)).listing(entry))
        #expect(try await resumeDate(of: tenant) == "active")
    }
}
