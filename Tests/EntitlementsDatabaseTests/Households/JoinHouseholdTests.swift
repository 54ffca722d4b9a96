import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("join_household")
struct JoinHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("an app user who redeems an invite is a member with shared access")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        let answer = try await tenant.join("u_2", by: invite, at: day(2))
        #expect(answer == (try await tenant.household(household, at: day(2))))
        #expect(
            answer["members"]?.array?.last == [
                "app_user_id": "u_2", "role": "member", "joined_at": .string(day(2).rfc3339),
            ])
        #expect(answer["seats"] == ["total": 6, "taken": 2, "free": 4])
        #expect(answer["invites"] == [])
        #expect(try await tenant.standing(of: "u_2", at: day(1)) == .none)
        #expect(try await tenant.standing(of: "u_2", at: day(2)) == .active("active"))
        try await expectSound(tenant)
    }

    @Test("an unknown, foreign, revoked or spent code is refused")
    func inviteNotFound() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let unknown = try await other.invite(to: try await other.found("u_1"))
        let revoked = try await tenant.invite(to: household)
        try await tenant.revoke(revoked, of: household)
        let spent = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: spent)
        for invite in [unknown, revoked, spent] {
            try await expectRefusal(.inviteNotFound, in: tenant) {
                try await tenant.join("u_3", by: invite)
            }
        }
        try await expectSound(tenant)
    }

    @Test("an invite is valid until the moment it expires")
    func inviteExpired() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await expectRefusal(.inviteExpired, in: tenant) {
            try await tenant.join("u_2", by: invite, at: day(7))
        }
        try await tenant.join("u_2", by: invite, at: day(7).advanced(bySeconds: -1))
        try await expectSound(tenant)
    }

    @Test("a full household refuses joins until a member leaves")
    func householdFull() async throws {
        let tenant = try await TestTenant.create {
            $0.households.maxMembers = 2
            $0.households.invitesWithinSeats = false
        }
        let household = try await tenant.found("u_1", with: ["u_2"])
        let invite = try await tenant.invite(to: household)
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.join("u_3", by: invite)
        }
        try await tenant.leave("u_2", household)
        try await tenant.join("u_3", by: invite)
        #expect(try await tenant.members(of: household) == ["u_1", "u_3"])
        try await expectSound(tenant)
    }

    @Test("a member of a household cannot join another, and the invite stays open")
    func alreadyInHousehold() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.found("u_3")
        let invite = try await tenant.invite(to: household)
        for member in ["u_1", "u_2", "u_3"] {
            try await expectRefusal(.alreadyInHousehold, in: tenant) {
                try await tenant.join(member, by: invite)
            }
        }
        try await tenant.join("u_4", by: invite)
        try await expectSound(tenant)
    }

    @Test("a repeated join with the same code succeeds, with any id")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_2", anonymous("also"))
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        for appUserID in ["u_2", anonymous("also")] {
            try await expectNoChange(in: tenant) {
                let answer = try await tenant.join(appUserID, by: invite)
                #expect(answer["seats"]?["taken"] == 2)
            }
        }
        try await expectSound(tenant)
    }

    @Test("a spent code does not readmit a member who left")
    func spent() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await tenant.leave("u_2", household)
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_2", by: invite)
        }
        try await expectSound(tenant)
    }

    @Test("of sixteen simultaneous joins for the last seat, one succeeds")
    func lastSeat() async throws {
        let tenant = try await TestTenant.create {
            $0.households.maxMembers = 3
            $0.households.invitesWithinSeats = false
        }
        let household = try await tenant.found("u_1", with: ["u_2"])
        var calls: [RacedCall] = []
        for number in 0..<16 {
            let invite = try await tenant.invite(to: household)
            calls.append { try await tenant.join("p_\(number)", by: invite) }
        }
        let outcomes = try await tenant.race(calls)
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .householdFull } == 15)
        #expect(try await tenant.members(of: household).count == 3)
        try await expectSound(tenant)
    }

    @Test("of eight app users with one code at once, one joins")
    func oneCode() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        let outcomes = try await tenant.race(
            (0..<8).map { number in { try await tenant.join("p_\(number)", by: invite) } })
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .inviteNotFound } == 7)
        #expect(try await tenant.members(of: household).count == 2)
        try await expectSound(tenant)
    }

    @Test("of eight households joined at once, one takes the app user")
    func oneHousehold() async throws {
        let tenant = try await TestTenant.create()
        var calls: [RacedCall] = []
        for number in 0..<8 {
            let invite = try await tenant.invite(to: try await tenant.found("p_\(number)"))
            calls.append { try await tenant.join("u_1", by: invite) }
        }
        let outcomes = try await tenant.race(calls)
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .alreadyInHousehold } == 7)
        #expect(try await tenant.household(of: "u_1")?["seats"]?["taken"] == 2)
        try await expectSound(tenant)
    }
}
