import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("revoke_household_invite")
struct RevokeHouseholdInviteTests {
    @Test("a revoked invite is not listed, and its code is refused")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.revoke(invite, of: household)
        #expect(try await tenant.household(household)?["invites"] == [])
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_2", by: invite)
        }
        try await expectSound(tenant)
    }

    @Test("revoking an invite refuses the joiner who waits for the owner")
    func waiting() async throws {
        let tenant = try await TestTenant.create { $0.households.confirmByOwner = true }
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await tenant.revoke(invite, of: household)
        #expect(try await tenant.household(household)?["invites"] == [])
        try await expectRefusal(.householdMemberNotFound, in: tenant) {
            try await tenant.confirm("u_2", in: household)
        }
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_2", by: invite)
        }
        try await expectSound(tenant)
    }

    @Test("a spent invite, another household's and another tenant's are not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let spent = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: spent)
        let elsewhere = try await tenant.invite(to: try await tenant.found("u_3"))
        let others = try await other.found("u_1")
        let foreign = try await other.invite(to: others)
        for invite in [spent, elsewhere, foreign] {
            try await expectRefusal(.inviteNotFound, in: tenant) {
                try await tenant.revoke(invite, of: household)
            }
        }
        try await expectRefusal(.householdNotFound, in: tenant) {
            try await tenant.revoke(foreign, of: others)
        }
        try await other.join("u_2", by: foreign)
        try await expectSound(tenant)
    }

    @Test("a repeated revocation keeps the first time")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.revoke(invite, of: household)
        try await expectNoChange(in: tenant) { try await tenant.revoke(invite, of: household) }
        try await expectSound(tenant)
    }

    @Test("of a simultaneous revocation and join, one succeeds")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        for isRevokedFirst in [true, false] {
            let household = try await tenant.found("u_1 \(isRevokedFirst)")
            let invite = try await tenant.invite(to: household)
            let revoke: RacedCall = { try await tenant.revoke(invite, of: household) }
            let join: RacedCall = { try await tenant.join("u_2 \(isRevokedFirst)", by: invite) }
            let outcomes = try await tenant.queue(
                on: TestTenant.lock(household.uuidString),
                isRevokedFirst ? [revoke, join] : [join, revoke])
            #expect(outcomes == [nil, .inviteNotFound])
            #expect(
                try await tenant.members(of: household).count == (isRevokedFirst ? 1 : 2))
        }
        try await expectSound(tenant)
    }
}
