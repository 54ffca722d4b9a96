import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

/// Tests the memberships of an anonymous and an identified app user who merge.
@Suite("Memberships of merged app users")
struct SettleMembershipsTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }
    private let phone = anonymous("phone")

    @Test("one membership continues under the identified id")
    func one() async throws {
        for member in [phone, "u_1"] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(.initialPurchase(appUserID: "u_9"), receivedAt: start)
            try await tenant.join("u_1", anonymous("other"))
            try await tenant.join(phone, anonymous("tablet"))
            let household = try await tenant.found("u_9", with: [member], at: start)
            try await tenant.join("u_1", phone)
            #expect(try await tenant.members(of: household) == ["u_9", "u_1"])
            for appUserID in [phone, "u_1"] {
                #expect(try await tenant.standing(of: appUserID, at: day(2)) == .active("active"))
            }
            try await expectSound(tenant)
        }
    }

    @Test("the household with other members stays; the empty one ends, no cool-down")
    func othersFirst() async throws {
        let tenant = try await TestTenant.create()
        let alone = try await tenant.found("u_1", at: start)
        let household = try await tenant.found("u_9", with: [phone], at: day(1))
        try await tenant.join("u_1", phone)
        #expect(try await tenant.members(of: household) == ["u_9", "u_1"])
        #expect(try await tenant.members(of: alone) == [])
        #expect(try await tenant.departures() == ["u_1": "merged"])
        try await tenant.dissolve(household)
        try await tenant.found("u_1")
        try await expectSound(tenant)
    }

    @Test(
        "otherwise the household of the identified id stays", arguments: [true, false])
    func identifiedFirst(isWithOthers: Bool) async throws {
        let tenant = try await TestTenant.create()
        let theirs = try await tenant.found(phone, with: isWithOthers ? ["u_8"] : [], at: start)
        let household = try await tenant.found(
            "u_9", with: isWithOthers ? ["u_1"] : [], at: day(1))
        try await tenant.join(isWithOthers ? "u_1" : "u_9", phone)
        let members = try await tenant.members(of: household)
        #expect(members == (isWithOthers ? ["u_9", "u_1"] : ["u_9"]))
        #expect(try await tenant.members(of: theirs) == (isWithOthers ? ["u_8"] : []))
        #expect(try await tenant.departures() == [phone: "merged"])
        try await expectSound(tenant)
    }

    @Test("of two anonymous app users' memberships the earlier one stays")
    func firstJoined() async throws {
        let tenant = try await TestTenant.create()
        let tablet = anonymous("tablet")
        let later = try await tenant.found("u_8", with: [phone], at: day(1))
        let earlier = try await tenant.found("u_9", with: [tablet], at: start)
        try await tenant.join(phone, tablet)
        #expect(try await tenant.members(of: earlier).count == 2)
        #expect(try await tenant.members(of: later) == ["u_8"])
        try await expectSound(tenant)
    }

    @Test(
        "the household left behind goes to its longest member, or is dissolved",
        arguments: TenantDefinition.HouseholdRules.OwnerLeaves.allCases)
    func owner(ownerLeaves: TenantDefinition.HouseholdRules.OwnerLeaves) async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = ownerLeaves }
        let theirs = try await tenant.found(phone, with: ["u_7", "u_8"], at: start)
        let household = try await tenant.found("u_1", with: ["u_9"], at: start)
        try await tenant.join("u_1", phone)
        #expect(try await tenant.owner(of: theirs) == (ownerLeaves == .dissolve ? nil : "u_7"))
        #expect(try await tenant.owner(of: household) == "u_1")
        try await expectSound(tenant)
    }

    @Test(
        "two members of one household who merge keep one seat and the ownership",
        arguments: TenantDefinition.HouseholdRules.OwnerLeaves.allCases)
    func sameHousehold(ownerLeaves: TenantDefinition.HouseholdRules.OwnerLeaves) async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = ownerLeaves }
        let household = try await tenant.found(phone, with: ["u_9", "u_1"], at: start)
        try await tenant.join("u_1", phone)
        #expect(try await tenant.members(of: household) == ["u_9", "u_1"])
        #expect(try await tenant.owner(of: household) == "u_1")
        #expect(try await tenant.departures() == [phone: "merged"])
        try await expectSound(tenant)
    }

    @Test("when ids separate again, a membership stays with the id that joined")
    func parted() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", phone, on: 5)
        let household = try await tenant.found("u_9", with: [phone], at: day(6))
        try await tenant.join("u_2", phone, on: 1)
        #expect(try await tenant.members(of: household) == ["u_9", "u_2"])
        #expect(try await tenant.household(of: "u_1") == nil)
        try await expectSound(tenant)
    }

    @Test("a repeated link changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1")
        try await tenant.found("u_9", with: [phone])
        try await tenant.join("u_1", phone)
        try await expectNoChange(in: tenant) { try await tenant.join("u_1", phone, on: 2) }
        try await expectSound(tenant)
    }

    @Test("a simultaneous join and merge end in one household")
    func raced() async throws {
        for isJoinFirst in [true, false] {
            let tenant = try await TestTenant.createForRaces()
            try await tenant.join(phone, anonymous("tablet"))
            let own = try await tenant.found("u_1")
            let household = try await tenant.found("u_8", with: ["u_9"])
            let invite = try await tenant.invite(to: household)
            let join: RacedCall = { try await tenant.join(phone, by: invite) }
            let merge: RacedCall = { try await tenant.join("u_1", phone) }
            let outcomes = try await tenant.queue(
                on: """
                    select from entitlements.app_users
                     where app_user_uuid = '\(try #require(try await tenant.persons()[phone]))'
                       for no key update
                    """, isJoinFirst ? [join, merge] : [merge, join])
            #expect(outcomes == (isJoinFirst ? [nil, nil] : [nil, .alreadyInHousehold]))
            #expect(try await tenant.members(of: own) == (isJoinFirst ? [] : ["u_1"]))
            #expect(
                try await tenant.members(of: household)
                    == (isJoinFirst ? ["u_8", "u_9", "u_1"] : ["u_8", "u_9"]))
            try await expectSound(tenant)
        }
    }

    /// Otherwise the join and the merge deadlock.
    @Test("a join that waits for an id of a running merge locks no household")
    func newID() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.join(anonymous("tablet"), anonymous("browser"))
        let households = [
            try await tenant.found("u_1"), try await tenant.found(anonymous("tablet")),
        ].sorted { $0.uuidString < $1.uuidString }
        // The merge locks the households in this order, and keeps the one with other members.
        try await tenant.join("u_9", by: try await tenant.invite(to: households[1]))
        let invite = try await tenant.invite(to: households[1])
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(households[0].uuidString),
            [
                { try await tenant.join("u_1", phone, anonymous("tablet")) },
                { try await tenant.join(phone, by: invite) },
            ]
        ) {
            try await TestDatabase.shared.administer(
                TestTenant.lock(households[1].uuidString) + " nowait")
        }
        #expect(outcomes == [nil, .alreadyInHousehold])
        #expect(try await tenant.members(of: households[1]).contains("u_1"))
        try await expectSound(tenant)
    }

    @Test("an id moves while another transaction references it")
    func movesFreely() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_9", with: [phone])
        try await tenant.join("u_1", anonymous("other"))
        try await AdministrationConnection.withConnection(
            to: try await TestCluster.superuserConnectionString()
        ) { writer in
            // The lock that a foreign key to the id takes.
            try await writer.execute(
                """
                begin;
                select from entitlements.app_user_ids where tenant_id = '\(tenant.id)'
                   for key share
                """)
            try await tenant.join("u_1", phone)
            try await writer.execute("commit")
        }
        #expect(try await tenant.household(of: "u_1")?["owner_app_user_id"] == "u_9")
        try await expectSound(tenant)
    }
}
