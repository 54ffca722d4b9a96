import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_household_invite")
struct CreateHouseholdInviteTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("an invite is listed until it expires, and its code is not stored")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.households.inviteTTLDays = 2 }
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, code: "open sesame", at: start)
        #expect(invite.expiresAt == day(2).rfc3339)
        let listed: JSONValue = [
            [
                "invite_id": .string(invite.id.uuidString.lowercased()),
                "created_at": .string(start.rfc3339), "expires_at": .string(invite.expiresAt),
                "redeemed_by_app_user_id": nil,
            ]
        ]
        for moment in [start, day(1)] {
            #expect(try await tenant.household(household, at: moment)?["invites"] == listed)
        }
        #expect(try await tenant.household(household, at: day(2))?["invites"] == [])
        #expect(!(try await tenant.householdRows()).contains { $0.contains("open sesame") })
        try await expectSound(tenant)
    }

    @Test("an invite to an unknown, foreign or dissolved household is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        for missing in [UUID(), try await other.found("u_1")] {
            try await expectRefusal(.householdNotFound, in: tenant) {
                try await tenant.invite(to: missing)
            }
        }
        try await tenant.dissolve(household)
        try await expectRefusal(.householdDissolved, in: tenant) {
            try await tenant.invite(to: household)
        }
        try await expectSound(tenant)
    }

    @Test("open invites never exceed free seats; closed ones do not count")
    func withinSeats() async throws {
        let tenant = try await TestTenant.create { $0.households.maxMembers = 3 }
        let household = try await tenant.found("u_1", at: start)
        let first = try await tenant.invite(to: household, at: start)
        let second = try await tenant.invite(to: household, at: start)
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.invite(to: household, at: day(1))
        }
        try await tenant.revoke(first, of: household, at: day(1))
        let third = try await tenant.invite(to: household, at: day(1))
        try await tenant.join("u_2", by: second, at: day(1))
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.invite(to: household, at: day(7))
        }
        // The third invite has expired.
        let fourth = try await tenant.invite(to: household, at: day(8))
        try await expectRefusal(.inviteExpired, in: tenant) {
            try await tenant.join("u_3", by: third, at: day(8))
        }
        try await tenant.join("u_3", by: fourth, at: day(8))
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.invite(to: household, at: day(9))
        }
        try await expectSound(tenant)
    }

    @Test("an invite that waits for the owner stays open after its expiry")
    func waiting() async throws {
        let tenant = try await TestTenant.create {
            $0.households.maxMembers = 2
            $0.households.confirmByOwner = true
        }
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await tenant.join("u_2", by: invite, at: day(1))
        for moment in [day(2), day(20)] {
            try await expectRefusal(.householdFull, in: tenant) {
                try await tenant.invite(to: household, at: moment)
            }
        }
        try await expectSound(tenant)
    }

    @Test("a tenant that allows more invites than seats has at most a hundred")
    func beyondSeats() async throws {
        let tenant = try await TestTenant.create {
            $0.households.maxMembers = 2
            $0.households.invitesWithinSeats = false
        }
        let household = try await tenant.found("u_1")
        for _ in 0..<100 { try await tenant.invite(to: household) }
        try await expectRefusal(.householdFull, in: tenant) {
            try await tenant.invite(to: household)
        }
        try await expectSound(tenant)
    }

    @Test("a repetition without a key creates another invite")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let first = try await tenant.invite(to: household)
        let second = try await tenant.invite(to: household)
        #expect(first.id != second.id)
        try await expectSound(tenant)
    }

    @Test("of eight simultaneous invites for two free seats, two are created")
    func raced() async throws {
        let tenant = try await TestTenant.create { $0.households.maxMembers = 3 }
        let household = try await tenant.found("u_1")
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { _ = try await tenant.invite(to: household) } })
        #expect(outcomes.count { $0 == nil } == 2)
        #expect(outcomes.count { $0 == .householdFull } == 6)
        #expect(try await tenant.rows(in: "household_invites") == 2)
        try await expectSound(tenant)
    }
}
