import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("confirm_household_member")
struct ConfirmHouseholdMemberTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// Creates a tenant whose household owners confirm new members.
    private func tenant(
        _ change: (inout TenantDefinition.HouseholdRules) -> Void = { _ in }
    ) async throws -> TestTenant {
        try await TestTenant.create {
            $0.households.confirmByOwner = true
            change(&$0.households)
        }
    }

    @Test("a joiner has access only after the owner confirms them")
    func works() async throws {
        let tenant = try await tenant()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        let row = try await tenant.database.callOne(
            JoinHousehold(
                appUserID: "u_2", codeDigest: invite.codeDigest, ignoreCooldown: false,
                asOf: day(1)), in: tenant.id)
        #expect(!row.isConfirmed)
        let waiting = try await tenant.household(household, at: day(20))
        #expect(waiting?["invites"]?.array?.first?["redeemed_by_app_user_id"] == "u_2")
        #expect(waiting?["members"]?.array?.count == 1)
        #expect(try await tenant.standing(of: "u_2", at: day(2)) == .none)
        try await tenant.confirm("u_2", in: household, at: day(3))
        #expect(try await tenant.standing(of: "u_2", at: day(3)) == .active("active"))
        #expect(try await tenant.members(of: household, at: day(3)) == ["u_1", "u_2"])
        #expect(try await tenant.household(household, at: day(3))?["invites"] == [])
        try await expectSound(tenant)
    }

    @Test("a repeated redemption changes nothing before and after the confirmation")
    func redeemedAgain() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await expectNoChange(in: tenant) { try await tenant.join("u_2", by: invite) }
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_3", by: invite)
        }
        try await tenant.confirm("u_2", in: household)
        try await expectNoChange(in: tenant) {
            let answer = try await tenant.join("u_2", by: invite)
            #expect(answer["seats"]?["taken"] == 2)
        }
        try await expectSound(tenant)
    }

    @Test("a repeated confirmation by any id changes nothing")
    func repeated() async throws {
        let tenant = try await tenant()
        try await tenant.join("u_2", anonymous("also"))
        let household = try await tenant.found("u_1")
        try await tenant.join(anonymous("also"), by: try await tenant.invite(to: household))
        try await tenant.confirm("u_2", in: household)
        for member in ["u_2", anonymous("also"), "u_1"] {
            try await expectNoChange(in: tenant) {
                try await tenant.confirm(member, in: household)
            }
        }
        try await expectSound(tenant)
    }

    @Test("an unknown, refused or dissolved target of a confirmation is refused")
    func notFound() async throws {
        let tenant = try await tenant()
        let other = try await self.tenant()
        let household = try await tenant.found("u_1")
        try await expectRefusal(.householdNotFound, in: tenant) {
            try await tenant.confirm("u_1", in: try await other.found("u_1"))
        }
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await tenant.revoke(invite, of: household)
        for appUserID in ["u_2", "nobody"] {
            try await expectRefusal(.householdMemberNotFound, in: tenant) {
                try await tenant.confirm(appUserID, in: household)
            }
        }
        try await tenant.join("u_3", by: try await tenant.invite(to: household))
        try await tenant.dissolve(household)
        try await expectRefusal(.householdDissolved, in: tenant) {
            try await tenant.confirm("u_3", in: household)
        }
        try await expectSound(tenant)
    }

    @Test("a joiner who meanwhile is in another household is not confirmed")
    func alreadyInHousehold() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1")
        try await tenant.join("u_2", by: try await tenant.invite(to: household))
        try await tenant.found("u_2")
        try await expectRefusal(.alreadyInHousehold, in: tenant) {
            try await tenant.confirm("u_2", in: household)
        }
        try await expectSound(tenant)
    }

    @Test("a joiner who meanwhile left another household waits for the cool-down")
    func cooldown() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await tenant.join("u_2", by: invite, at: day(1))
        let another = try await tenant.found("u_2", at: day(1))
        try await tenant.dissolve(another, at: day(2))
        try await expectRefusal(.cooldown, in: tenant) {
            try await tenant.confirm("u_2", in: household, at: day(3))
        }
        try await tenant.confirm("u_2", in: household, at: day(32))
        try await expectSound(tenant)
    }

    @Test("the last seat goes to the joiner confirmed first")
    func householdFull() async throws {
        let tenant = try await tenant {
            $0.maxMembers = 2
            $0.invitesWithinSeats = false
        }
        let household = try await tenant.found("u_1")
        for appUserID in ["u_2", "u_3"] {
            try await tenant.join(appUserID, by: try await tenant.invite(to: household))
        }
        try await tenant.confirm("u_3", in: household)
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.confirm("u_2", in: household)
        }
        try await expectSound(tenant)
    }

    @Test("an invite to a full household is refused at once")
    func fullAtOnce() async throws {
        let tenant = try await tenant {
            $0.maxMembers = 1
            $0.invitesWithinSeats = false
        }
        let invite = try await tenant.invite(to: try await tenant.found("u_1"))
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.join("u_2", by: invite)
        }
        try await expectSound(tenant)
    }

    @Test("of eight joiners confirmed at once for the last seat, one gets it")
    func raced() async throws {
        let tenant = try await tenant {
            $0.maxMembers = 2
            $0.invitesWithinSeats = false
        }
        let household = try await tenant.found("u_1")
        for number in 0..<8 {
            let invite = try await tenant.invite(to: household)
            try await tenant.join("p_\(number)", by: invite)
        }
        let outcomes = try await tenant.race(
            (0..<8).map { number in { try await tenant.confirm("p_\(number)", in: household) } })
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .householdFull } == 7)
        try await expectSound(tenant)
    }

    @Test("eight simultaneous confirmations make one membership")
    func confirmedAtOnce() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1")
        try await tenant.join("u_2", by: try await tenant.invite(to: household))
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.confirm("u_2", in: household) } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(try await tenant.rows(in: "household_members") == 2)
        try await expectSound(tenant)
    }
}
