import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("review_household")
struct ReviewHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// Two seats, or four while the owner's product is active, for thirty days.
    private func fixture(
        _ downgrade: TenantDefinition.HouseholdRules.Downgrade = .newestOut
    ) async throws -> (tenant: TestTenant, household: UUID) {
        let tenant = try await TestTenant.createForRaces {
            $0.households.maxMembers = 2
            $0.households.downgrade = downgrade
            $0.products[0].seats = 4
        }
        try await tenant.receive(.initialPurchase(appUserID: "u_1"), receivedAt: start)
        let household = try await tenant.found("u_1", with: ["u_2", "u_3", "u_4"], at: start)
        return (tenant, household)
    }

    @Test("a product adds its seats while active; unshareable purchases add none")
    func seats() async throws {
        let (tenant, household) = try await fixture()
        for (appUserID, event) in [
            ("u_5", RevenueCatEvent.initialPurchase(appUserID: "u_5").asFamilyShare),
            ("u_6", .initialPurchase(appUserID: "u_6").inSandbox),
            (
                "u_7",
                .promotionalGrant(appUserID: "u_7").setting(
                    "product_id", .string(RevenueCatEvent.defaultProduct))
            ),
        ] {
            try await tenant.receive(event, receivedAt: start)
            let other = try await tenant.found(appUserID, at: start)
            #expect(try await tenant.household(other, at: day(1))?["seats"]?["total"] == 2)
        }
        #expect(try await tenant.household(household, at: day(29))?["seats"]?["total"] == 4)
        let over = try await tenant.household(household, at: day(30))?["seats"]
        #expect(over == ["total": 2, "taken": 4, "free": 0])
        try await expectSound(tenant)
    }

    @Test("the newest members leave after a visible notice, never the owner")
    func newestOut() async throws {
        let (tenant, household) = try await fixture()
        let before = try await tenant.review(household, at: day(1))
        #expect(before.downgraded == 0)
        #expect(before.nextDueAt == day(30))
        let found = try await tenant.review(household, at: day(30))
        #expect(found.downgraded == 0)
        #expect(found.nextDueAt == day(37))
        let shown = try await tenant.household(household, at: day(31))
        #expect(shown?["leaving"]?["at"] == .string(day(37).rfc3339))
        #expect(
            Set(shown?["leaving"]?["app_user_ids"]?.array?.compactMap(\.string) ?? [])
                == ["u_3", "u_4"])
        try await expectNoChange(in: tenant) { try await tenant.review(household, at: day(36)) }
        let after = try await tenant.review(household, at: day(37))
        #expect(after.downgraded == 2)
        #expect(try await tenant.members(of: household, at: day(37)) == ["u_1", "u_2"])
        #expect(try await tenant.departures() == ["u_3": "downgraded", "u_4": "downgraded"])
        #expect(try await tenant.household(household, at: day(38))?["leaving"]?.isNull == true)
        let settled = try await tenant.review(household, at: day(38))
        #expect(settled.downgraded == 0)
        #expect(settled.nextDueAt == nil)
        try await expectSound(tenant)
    }

    @Test("if the owner is the newest, an older member leaves")
    func newestOwner() async throws {
        let (tenant, household) = try await fixture()
        try await tenant.give(household, to: "u_4", at: day(1))
        try await tenant.review(household, at: day(30))
        try await tenant.review(household, at: day(37))
        #expect(Set(try await tenant.members(of: household, at: day(37))) == ["u_1", "u_4"])
        try await expectSound(tenant)
    }

    @Test("seats that return in time cancel the notice, and the next is full length")
    func renewed() async throws {
        let (tenant, household) = try await fixture()
        try await tenant.review(household, at: day(30))
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: day(32)), receivedAt: day(32))
        let renewed = try await tenant.review(household, at: day(33))
        #expect(renewed.nextDueAt == day(62))
        #expect(try await tenant.household(household, at: day(33))?["leaving"]?.isNull == true)
        #expect(try await tenant.review(household, at: day(62)).nextDueAt == day(69))
        #expect(try await tenant.members(of: household, at: day(68)).count == 4)
        try await expectSound(tenant)
    }

    @Test("with frozen joins members stay, and joins wait for a free seat")
    func freezeJoins() async throws {
        let (tenant, household) = try await fixture(.freezeJoins)
        #expect(try await tenant.review(household, at: day(31)).downgraded == 0)
        #expect(try await tenant.review(household, at: day(300)).nextDueAt == nil)
        #expect(try await tenant.household(household, at: day(40))?["leaving"]?.isNull == true)
        #expect(try await tenant.members(of: household, at: day(300)).count == 4)
        for (member, left) in [("u_2", 3), ("u_3", 2)] {
            try await tenant.leave(member, household, at: day(301))
            try await expectRefusal(.householdFull, in: tenant) {
                try await tenant.invite(to: household, at: day(301))
            }
            #expect(try await tenant.members(of: household, at: day(301)).count == left)
        }
        try await tenant.leave("u_4", household, at: day(301))
        let invite = try await tenant.invite(to: household, at: day(301))
        try await tenant.join("u_5", by: invite, at: day(301))
        try await expectSound(tenant)
    }

    @Test("an unknown household is not found, and a dissolved one is unchanged")
    func refused() async throws {
        let (tenant, household) = try await fixture()
        let other = try await TestTenant.create()
        try await expectRefusal(.householdNotFound, in: other) {
            try await other.review(household)
        }
        try await tenant.dissolve(household, at: day(1))
        let row = try await tenant.review(household, at: day(40))
        #expect(row.downgraded == 0)
        #expect(row.nextDueAt == nil)
        #expect(try await tenant.rows(in: "household_reviews") == 0)
        try await expectSound(tenant)
    }

    @Test("lowering the seats by rule makes a review due for each oversized household")
    func loweredByRule() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.found("u_9", at: start)
        #expect(try await tenant.rows(in: "household_reviews") == 0)
        try await tenant.apply { $0.households.maxMembers = 2 }
        #expect(try await tenant.rows(in: "household_reviews") == 1)
        #expect(try await tenant.review(household, at: day(1)).nextDueAt == day(8))
        #expect(try await tenant.review(household, at: day(8)).downgraded == 1)
        #expect(try await tenant.members(of: household, at: day(8)) == ["u_1", "u_2"])
        try await expectSound(tenant)
    }

    @Test("eight simultaneous reviews remove the newest members once")
    func raced() async throws {
        let (tenant, household) = try await fixture()
        try await tenant.review(household, at: day(30))
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.review(household, at: day(37)) } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(try await tenant.members(of: household, at: day(37)) == ["u_1", "u_2"])
        try await expectSound(tenant)
    }

    @Test("a review sees seats that changed while it waited")
    func racedWithPurchase() async throws {
        let (tenant, household) = try await fixture()
        let review: RacedCall = { try await tenant.review(household, at: day(20)) }
        let outcomes = try await tenant.queue(
            on: """
                update entitlements.purchases set access_ends_at = '\(day(10).rfc3339)'
                 where tenant_id = '\(tenant.id)';
                update entitlements.household_reviews set due_at = '\(day(10).rfc3339)'
                 where tenant_id = '\(tenant.id)'
                """, [review])
        #expect(outcomes == [nil])
        let shown = try await tenant.household(household, at: day(20))
        #expect(shown?["leaving"]?["at"] == .string(day(27).rfc3339))
        // This purchase was ended without evidence, which is the only violation allowed.
        let violations = try await tenant.invariantViolations()
        #expect(violations.map { $0.prefix { $0 != " " } } == ["purchase_is_not_its_fold"])
    }
}
