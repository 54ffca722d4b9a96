import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests the wait before an app user may join another household, and before a household takes a new
/// member.
@Suite("The cool-down")
struct CooldownTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// The time from which the app user may join, or nil if the join succeeded.
    private func retryAt(
        _ appUserID: String, _ household: UUID, in tenant: TestTenant, at moment: Timestamp
    ) async throws -> String? {
        let invite = try await tenant.invite(to: household, at: moment)
        let before = try await tenant.householdRows()
        do {
            try await tenant.join(appUserID, by: invite, at: moment)
            return nil
        } catch let failure as Failure {
            #expect(failure.code == .cooldown)
            #expect(try await tenant.householdRows() == before)
            try await tenant.revoke(invite, of: household)
            return try failure.members.flatMap { try JSONParser.parse($0)["retry_at"]?.string }
        }
    }

    @Test(
        "a member who left or was removed waits for the tenant's cool-down",
        arguments: [0, 1, 30])
    func leavers(days: Int) async throws {
        for because in ["left", "removed"] {
            let tenant = try await TestTenant.create { $0.households.switchCooldownDays = days }
            let left = try await tenant.found("u_1", with: ["u_2"], at: start)
            let next = try await tenant.found("u_3", at: start)
            try await tenant.leave("u_2", left, because: because, at: day(1))
            let end = day(1 + Int64(days))
            if days > 0 {
                let early = try await retryAt(
                    "u_2", next, in: tenant, at: end.advanced(bySeconds: -1))
                #expect(early == end.rfc3339)
            }
            #expect(try await retryAt("u_2", next, in: tenant, at: end) == nil)
            try await expectSound(tenant)
        }
    }

    @Test("a member who returns to their last household does not wait")
    func comingBack() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_2", household, at: day(1))
        #expect(try await retryAt("u_2", household, in: tenant, at: day(1)) == nil)
        #expect(try await tenant.members(of: household, at: day(1)) == ["u_1", "u_2"])
        try await expectSound(tenant)
    }

    @Test("a member who left another household since waits to return")
    func comingBackFromAnother() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        let another = try await tenant.found("u_3", at: start)
        try await tenant.leave("u_2", household, at: day(1))
        let invite = try await tenant.invite(to: another, at: day(2))
        try await tenant.join("u_2", by: invite, ignoringCooldown: true, at: day(2))
        try await tenant.leave("u_2", another, at: day(3))
        #expect(
            try await retryAt("u_2", household, in: tenant, at: day(4)) == day(33).rfc3339)
        try await expectSound(tenant)
    }

    @Test("only the owner of a dissolved household waits")
    func dissolved() async throws {
        let tenant = try await TestTenant.create()
        let ended = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.give(ended, to: "u_2", at: day(1))
        let next = try await tenant.found("u_9", at: start)
        try await tenant.dissolve(ended, at: day(2))
        #expect(try await retryAt("u_2", next, in: tenant, at: day(3)) == day(32).rfc3339)
        for member in ["u_1", "u_3"] {
            #expect(try await retryAt(member, next, in: tenant, at: day(3)) == nil)
        }
        try await expectSound(tenant)
    }

    @Test("an owner whose leaving ends the household waits; other members do not")
    func endedByLeaving() async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = .dissolve }
        let ended = try await tenant.found("u_1", with: ["u_2"], at: start)
        let next = try await tenant.found("u_9", at: start)
        try await tenant.leave("u_1", ended, at: day(2))
        #expect(try await retryAt("u_1", next, in: tenant, at: day(3)) == day(32).rfc3339)
        #expect(try await retryAt("u_2", next, in: tenant, at: day(3)) == nil)
        try await expectSound(tenant)
    }

    @Test("a member removed by a downgrade does not wait")
    func downgraded() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        let next = try await tenant.found("u_9", at: start)
        try await tenant.apply {
            $0.households.maxMembers = 1
            $0.households.downgradeNoticeDays = 0
        }
        try await tenant.review(household, at: day(1))
        try await tenant.apply { $0.households.maxMembers = 6 }
        #expect(try await tenant.departures() == ["u_2": "downgraded"])
        #expect(try await retryAt("u_2", next, in: tenant, at: day(1)) == nil)
        try await expectSound(tenant)
    }

    @Test("the cool-down applies to all ids of an app user")
    func ids() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_2", anonymous("also"))
        let left = try await tenant.found("u_1", with: ["u_2"], at: start)
        let next = try await tenant.found("u_3", at: start)
        try await tenant.leave("u_2", left, at: day(1))
        #expect(
            try await retryAt(anonymous("also"), next, in: tenant, at: day(2))
                == day(31).rfc3339)
        try await expectSound(tenant)
    }

    @Test("a household has a limit of joins in thirty days, leavers included")
    func joinsPer30Days() async throws {
        let tenant = try await TestTenant.create { $0.households.joinsPer30Days = 2 }
        let household = try await tenant.found("u_1", at: start)
        #expect(try await retryAt("u_2", household, in: tenant, at: day(1)) == nil)
        #expect(try await retryAt("u_3", household, in: tenant, at: day(4)) == nil)
        try await tenant.leave("u_2", household, at: day(5))
        #expect(try await retryAt("u_4", household, in: tenant, at: day(6)) == day(31).rfc3339)
        let invite = try await tenant.invite(to: household, at: day(6))
        try await tenant.join("u_4", by: invite, ignoringCooldown: true, at: day(6))
        #expect(try await retryAt("u_5", household, in: tenant, at: day(31)) == day(34).rfc3339)
        #expect(try await retryAt("u_5", household, in: tenant, at: day(34)) == nil)
        try await expectSound(tenant)
    }
}
