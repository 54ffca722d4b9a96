import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("Reviews of households that lost seats")
struct HouseholdsDutyTests {
    @Test("the newest members beyond the seats leave after the notice, not the owner")
    func newestOut() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.households.maxMembers = 4
                $0.households.downgradeNoticeDays = 7
            }
            let household = try await tenant.found("a", with: ["b", "c", "d"])
            try await tenant.apply { $0.households.maxMembers = 2 }

            await Duty.households.perform(in: own.database, .silent)
            #expect(try await tenant.members(of: household) == ["a", "b", "c", "d"])
            let leaving = try await tenant.household(household)?["leaving"]
            #expect(leaving?["app_user_ids"]?.array?.map(\.string) == ["c", "d"])

            // Moves the stored times back a week instead of waiting.
            try await own.administer(
                """
                update entitlements.households
                   set seats_exceeded_at = seats_exceeded_at - interval '7 days';
                update entitlements.household_reviews set due_at = due_at - interval '7 days'
                """)
            await Duty.households.perform(in: own.database, .silent)
            #expect(try await tenant.members(of: household) == ["a", "b"])
            #expect(try await tenant.invariantViolations() == [])
            #expect(try await own.ask("select count(*) from entitlements.household_reviews") == "0")
        }
    }

    @Test("with frozen joins members stay, and joins are refused")
    func frozen() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.households.maxMembers = 3
                $0.households.downgrade = .freezeJoins
                $0.households.invitesWithinSeats = false
            }
            let household = try await tenant.found("a", with: ["b", "c"])
            let invite = try await tenant.invite(to: household)
            try await tenant.apply {
                $0.households.maxMembers = 2
                $0.households.downgrade = .freezeJoins
            }

            await Duty.households.perform(in: own.database, .silent)

            #expect(try await tenant.members(of: household) == ["a", "b", "c"])
            try await tenant.leave("c", household)
            let failure = await #expect(throws: Failure.self) {
                try await tenant.join("d", by: invite)
            }
            #expect(failure?.code == .householdFull)
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("a dead reviewer's lease is taken over when it ends")
    func takeover() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let household = try await tenant.found("a", with: ["b", "c"])
            try await tenant.apply { $0.households.maxMembers = 2 }
            let claimed = try await own.database.call(
                ClaimHouseholdReview(leaseSeconds: Duty.householdLeaseSeconds))
            #expect(claimed.map(\.householdID.uuid) == [household])

            await Duty.households.perform(in: own.database, .silent)
            #expect(try await tenant.household(household)?["leaving"]?.isNull == true)

            try await own.administer(
                "update entitlements.household_reviews set due_at = due_at - interval '31 seconds'")
            await Duty.households.perform(in: own.database, .silent)
            #expect(try await tenant.household(household)?["leaving"]?.isNull == false)
        }
    }

    @Test("upkeep counts violations, and deletes expired answers")
    func upkeep() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.found("a")
            try await own.administer(
                """
                insert into entitlements.idempotent_answers
                       (tenant_id, idempotency_key, operation, request_digest, answer, created_at)
                select tenant_id, key, 'x', sha256(''), '{}', now() - age
                  from entitlements.tenants,
                       (values ('old', interval '49 hours'), ('new', '47 hours')) as kept (key, age)
                """)

            await Upkeep(database: own.database, logger: .silent).upkeep()

            #expect(
                try await own.ask("select idempotency_key from entitlements.idempotent_answers")
                    == "new")
            #expect(try await own.database.callOne(CountInvariantViolations()).violations == 0)
            try await own.administer("delete from entitlements.household_owners")
            #expect(try await own.database.callOne(CountInvariantViolations()).violations == 1)
        }
    }
}
