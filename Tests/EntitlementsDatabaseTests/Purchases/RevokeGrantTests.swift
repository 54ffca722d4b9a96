import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("revoke_grant")
struct RevokeGrantTests {
    private let noon: Timestamp = "2026-06-21T12:00:00Z"
    private let phone = anonymous("phone")

    @Test("a revoked grant gives access until its revocation, also when asked about later")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1", for: "P1M", at: noon)
        let end = noon.advanced(byDays: 3)
        let answer = try await tenant.revoke(grant: grant.grantID, of: "u_1", at: end)
        #expect(answer["status"] == "revoked")
        #expect(answer["revoked_at"] == .string(end.rfc3339))
        #expect(answer["revoked_by"] == "secret_key:other")
        #expect(answer["revocation_reason"] == "Enough.")
        let before = end.advanced(bySeconds: -1)
        #expect(try await tenant.standing(of: "u_1", at: before) == .active("granted"))
        #expect(try await tenant.standing(of: "u_1", at: end) == .inactive("expired"))
        let over = try await tenant.entitlement("plus", of: "u_1", at: end)
        #expect(over?["ended_reason"] == "developer_initiated")
        #expect(try await tenant.grants(of: "u_1", at: before).map { $0["status"] } == ["active"])
        #expect(try await tenant.grants(of: "u_1").map { $0["status"] } == ["revoked"])
        let entry = try #require(try await tenant.auditEntries(of: "u_1").first)
        #expect(entry["action"] == "revoke")
        #expect(entry["before"]?.array?.first?["status"] == "active")
        #expect(entry["after"]?.array?.first?["status"] == "revoked")
        try await expectSound(tenant)
    }

    @Test("a repeated revocation, and that of an ended grant, change nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let revoked = try await tenant.grant(to: "u_1", for: "P1M", at: noon)
        let ended = try await tenant.grant(to: "u_1", for: "P1D", at: noon)
        let first = try await tenant.revoke(
            grant: revoked.grantID, of: "u_1", at: noon.advanced(byDays: 2))
        let before = try await tenant.peopleRows()
        let again = try await tenant.revoke(
            grant: revoked.grantID, of: "u_1", at: noon.advanced(byDays: 3))
        #expect(again == first)
        let late = try await tenant.revoke(
            grant: ended.grantID, of: "u_1", at: noon.advanced(byDays: 3))
        #expect(late["status"] == "expired")
        #expect(try await tenant.peopleRows() == before)
    }

    @Test("a grant that was to begin later never begins")
    func scheduled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1", for: "P7D", at: noon)
        let next = try await tenant.grant(to: "u_1", for: "P7D", at: noon) { $0.extends = true }
        #expect(next["status"] == "scheduled")
        try await tenant.revoke(grant: next.grantID, of: "u_1", at: noon.advanced(byDays: 1))
        let later = noon.advanced(byDays: 8)
        #expect(try await tenant.standing(of: "u_1", at: later) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("an unknown grant, another app user's and that of an unknown id are not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1")
        for (id, person) in [(UUID(), "u_1"), (grant.grantID, "u_2"), (grant.grantID, "u_new")] {
            try await expectNobodyChanged(.grantNotFound, in: tenant) {
                try await tenant.revoke(grant: id, of: person)
            }
        }
        #expect(try await tenant.grants(of: "u_new") == [])
        #expect(try await tenant.person("u_new") == nil)
    }

    @Test("of eight simultaneous revocations one is audited")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let grant = try await tenant.grant(to: "u_1")
        let refusals = try await tenant.race(
            (0..<8).map { _ in { try await tenant.revoke(grant: grant.grantID, of: "u_1") } })
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await tenant.auditEntries(of: "u_1").count { $0["action"] == "revoke" } == 1)
        #expect(!(try await tenant.standing(of: "u_1").isActive))
        try await expectSound(tenant)
    }

    @Test("a grant follows its id in a merge, and goes back with it")
    func merged() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: phone)
        let merge = try await tenant.identify(phone, as: "u_1")
        #expect(merge["moved"]?["purchases"]?.array?.first?["id"] == grant["grant_id"])
        #expect(try await tenant.standing(of: "u_1") == .active("granted"))
        #expect(try await tenant.grants(of: "u_1").map(\.grantID) == [grant.grantID])
        try await tenant.undo(try #require(merge.mergeID))
        #expect(!(try await tenant.standing(of: "u_1").isActive))
        #expect(try await tenant.standing(of: phone) == .active("granted"))
        #expect(try await tenant.orphans() == [])
        try await expectSound(tenant)
    }

    @Test("a grant serves the household only if the tenant says so, and adds no seats")
    func household() async throws {
        let tenant = try await TestTenant.create {
            $0.products[0].seats = 9
            $0.households.maxMembers = 3
        }
        try await tenant.grant(nil, to: "u_1") { $0.productID = "stockpot_plus_monthly" }
        let household = try await tenant.found("u_1", with: ["u_2"])
        #expect(!(try await tenant.standing(of: "u_2").isActive))
        for shares in [true, false] {
            try await tenant.apply {
                $0.products[0].seats = 9
                $0.households.maxMembers = 3
                $0.households.sharesGrants = shares
            }
            try await tenant.review(household)
            #expect(try await tenant.standing(of: "u_2").isActive == shares)
            let shown = try await tenant.household(household)
            #expect(shown?["seats"]?["total"] == 3)
            try await expectSound(tenant)
        }
    }

    @Test("an erased app user's grants stay under random names, without access to find")
    func erased() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1", for: "P1M")
        try await tenant.erase("u_1")
        #expect(try await tenant.grants(of: "u_1") == [])
        #expect(try await tenant.standing(of: "u_1") == .none)
        try await expectSound(tenant)
    }
}
