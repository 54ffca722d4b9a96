import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Queues two calls about one household in either order: the second call sees what the first has
/// changed.
@Suite("Races about a household")
struct HouseholdRaceTests {
    /// A household with the owner u_1 and the members u_2 and u_3.
    private struct Fixture {
        let tenant: TestTenant
        let household: UUID

        init(_ change: (inout TenantDefinition) -> Void = { _ in }) async throws {
            tenant = try await TestTenant.createForRaces(change)
            household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        }

        /// The refusals of calls decided in this order.
        func decide(_ calls: RacedCall...) async throws -> [ErrorCode?] {
            try await tenant.queue(on: TestTenant.lock(household.uuidString), calls)
        }
    }

    @Test("a join before a dissolve ends with it; a join after it finds no invite")
    func joinAgainstDissolve() async throws {
        for isJoinFirst in [true, false] {
            let fixture = try await Fixture()
            let (tenant, household) = (fixture.tenant, fixture.household)
            let invite = try await tenant.invite(to: household)
            let join: RacedCall = { try await tenant.join("u_4", by: invite) }
            let dissolve: RacedCall = { try await tenant.dissolve(household) }
            let outcomes =
                try await isJoinFirst
                ? fixture.decide(join, dissolve) : fixture.decide(dissolve, join)
            #expect(outcomes == (isJoinFirst ? [nil, nil] : [nil, .inviteNotFound]))
            #expect(try await tenant.departures()["u_4"] == (isJoinFirst ? "dissolved" : nil))
            #expect(try await tenant.members(of: household) == [])
            try await expectSound(tenant)
        }
    }

    @Test("a member who left cannot become owner, and a new owner cannot just leave")
    func leaveAgainstTransfer() async throws {
        for isLeaveFirst in [true, false] {
            let fixture = try await Fixture()
            let (tenant, household) = (fixture.tenant, fixture.household)
            let leave: RacedCall = { try await tenant.leave("u_2", household) }
            let give: RacedCall = { try await tenant.give(household, to: "u_2") }
            let outcomes =
                try await isLeaveFirst
                ? fixture.decide(leave, give) : fixture.decide(give, leave)
            let refusal: ErrorCode = isLeaveFirst ? .householdMemberNotFound : .ownerMustTransfer
            #expect(outcomes == [nil, refusal])
            #expect(try await tenant.owner(of: household) == (isLeaveFirst ? "u_1" : "u_2"))
            try await expectSound(tenant)
        }
    }

    @Test("an owner can leave only after giving the household to a member")
    func ownerLeavesAgainstTransfer() async throws {
        for isLeaveFirst in [true, false] {
            let fixture = try await Fixture()
            let (tenant, household) = (fixture.tenant, fixture.household)
            let leave: RacedCall = { try await tenant.leave("u_1", household) }
            let give: RacedCall = { try await tenant.give(household, to: "u_3") }
            let outcomes =
                try await isLeaveFirst
                ? fixture.decide(leave, give) : fixture.decide(give, leave)
            #expect(outcomes == [isLeaveFirst ? .ownerMustTransfer : nil, nil])
            #expect(try await tenant.owner(of: household) == "u_3")
            #expect(try await tenant.members(of: household).contains("u_1") == isLeaveFirst)
            try await expectSound(tenant)
        }
    }

    @Test("a freed seat is available to a later join, not to an earlier one")
    func removeAgainstJoin() async throws {
        for isRemovalFirst in [true, false] {
            let fixture = try await Fixture {
                $0.households.maxMembers = 3
                $0.households.invitesWithinSeats = false
            }
            let (tenant, household) = (fixture.tenant, fixture.household)
            let invite = try await tenant.invite(to: household)
            let remove: RacedCall = {
                try await tenant.leave("u_2", household, because: "removed")
            }
            let join: RacedCall = { try await tenant.join("u_4", by: invite) }
            let outcomes =
                try await isRemovalFirst
                ? fixture.decide(remove, join) : fixture.decide(join, remove)
            #expect(outcomes == (isRemovalFirst ? [nil, nil] : [.householdFull, nil]))
            #expect(
                try await tenant.members(of: household)
                    == (isRemovalFirst ? ["u_1", "u_3", "u_4"] : ["u_1", "u_3"]))
            try await expectSound(tenant)
        }
    }

    @Test("the last seat goes to the first join in the queue")
    func lastSeat() async throws {
        let fixture = try await Fixture {
            $0.households.maxMembers = 4
            $0.households.invitesWithinSeats = false
        }
        let (tenant, household) = (fixture.tenant, fixture.household)
        var calls: [RacedCall] = []
        for appUserID in ["u_4", "u_5", "u_6"] {
            let invite = try await tenant.invite(to: household)
            calls.append { try await tenant.join(appUserID, by: invite) }
        }
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(household.uuidString), calls)
        #expect(outcomes == [nil, .householdFull, .householdFull])
        #expect(try await tenant.members(of: household).last == "u_4")
        try await expectSound(tenant)
    }

    @Test("an app user who joins two households at once is in the first")
    func twoHouseholds() async throws {
        let fixture = try await Fixture()
        let (tenant, household) = (fixture.tenant, fixture.household)
        try await tenant.join("u_4", anonymous("u_4"))
        let another = try await tenant.found("u_9")
        let invites = [
            try await tenant.invite(to: household), try await tenant.invite(to: another),
        ]
        let outcomes = try await tenant.queue(
            on: """
                select from entitlements.app_users
                 where app_user_uuid = '\(try #require(try await tenant.persons()["u_4"]))'
                   for no key update
                """,
            [
                { try await tenant.join("u_4", by: invites[0]) },
                { try await tenant.join(anonymous("u_4"), by: invites[1]) },
            ])
        #expect(outcomes == [nil, .alreadyInHousehold])
        #expect(try await tenant.members(of: another) == ["u_9"])
        try await expectSound(tenant)
    }

    @Test("a member removed by a review cannot become owner afterwards")
    func reviewAgainstTransfer() async throws {
        for isReviewFirst in [true, false] {
            let fixture = try await Fixture()
            let (tenant, household) = (fixture.tenant, fixture.household)
            try await tenant.apply {
                $0.households.maxMembers = 2
                $0.households.downgradeNoticeDays = 0
            }
            let review: RacedCall = { try await tenant.review(household) }
            let give: RacedCall = { try await tenant.give(household, to: "u_3") }
            let outcomes =
                try await isReviewFirst
                ? fixture.decide(review, give) : fixture.decide(give, review)
            #expect(outcomes == (isReviewFirst ? [nil, .householdMemberNotFound] : [nil, nil]))
            #expect(
                try await Set(tenant.members(of: household))
                    == (isReviewFirst ? ["u_1", "u_2"] : ["u_1", "u_3"]))
            try await expectSound(tenant)
        }
    }

    @Test("random simultaneous calls violate no invariant")
    func everything() async throws {
        var generator = TestEffort.generator()
        for _ in 0..<3 {
            let fixture = try await Fixture {
                $0.households.ownerLeaves = .transfer
                $0.households.switchCooldownDays = 0
                $0.households.joinsPer30Days = 1_000
                $0.households.maxMembers = 5
                $0.households.invitesWithinSeats = false
            }
            let (tenant, household) = (fixture.tenant, fixture.household)
            let another = try await tenant.found("u_9")
            var calls: [RacedCall] = []
            for number in 1...6 {
                let invite = try await tenant.invite(to: another)
                let person = "u_\(number)"
                calls += [
                    { try await tenant.join(person, by: invite) },
                    { try await tenant.leave(person, household) },
                    { try await tenant.give(household, to: person) },
                    { try await tenant.receive(TestTenant.joining([person, anonymous(person)])) },
                    { try await tenant.join(anonymous(person), by: invite) },
                ]
            }
            calls.append { try await tenant.dissolve(another) }
            _ = try await tenant.race(calls.shuffled(using: &generator))
            try await expectSound(tenant)
        }
    }
}
