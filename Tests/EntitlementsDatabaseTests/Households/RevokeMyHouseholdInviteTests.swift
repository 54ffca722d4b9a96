import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("revoke_household_invite by the owner")
struct RevokeMyHouseholdInviteTests {
    @Test("the owner revokes, also an invite that waits; a repetition changes nothing")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.households.confirmByOwner = true }
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await tenant.endUser("u_1").revoke(invite.id)
        try await expectRefusal(.householdMemberNotFound, in: tenant) {
            try await tenant.endUser("u_1").confirm("u_2")
        }
        try await expectNoChange(in: tenant) { try await tenant.endUser("u_1").revoke(invite.id) }
    }

    @Test("a member, an owner of another household and an unknown invite are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let invite = try await tenant.invite(to: try await tenant.found("u_1", with: ["u_2"]))
        try await tenant.found("u_3")
        for (appUserID, code) in [
            ("u_2", ErrorCode.notHouseholdOwner), ("u_3", .inviteNotFound),
            ("u_4", .householdNotFound),
        ] {
            try await expectRefusal(code, in: tenant) {
                try await tenant.endUser(appUserID).revoke(invite.id)
            }
        }
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.endUser("u_1").revoke(UUID())
        }
    }

    @Test("of a join and a revocation the first counts")
    func raced() async throws {
        for isJoinFirst in [true, false] {
            let tenant = try await TestTenant.createForRaces()
            let household = try await tenant.found("u_1")
            let invite = try await tenant.invite(to: household, code: "the code")
            let join: RacedCall = { try await tenant.endUser("u_2").join("the code") }
            let revoke: RacedCall = { try await tenant.endUser("u_1").revoke(invite.id) }
            let outcomes = try await tenant.queue(
                on: TestTenant.lock(household.uuidString),
                isJoinFirst ? [join, revoke] : [revoke, join])
            #expect(outcomes == [nil, .inviteNotFound])
            try await expectSound(tenant)
        }
    }
}
