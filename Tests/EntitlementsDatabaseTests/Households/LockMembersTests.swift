import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("lock_members")
struct LockMembersTests {
    /// A webhook event holds the purchase when it queues the review, so the two would deadlock.
    @Test(
        "a change that waits for a member's purchase holds no review of the household",
        arguments: ["review", "removal", "end", "join"])
    func holdsNoReview(change: String) async throws {
        let tenant = try await TestTenant.createForRaces { $0.products[0].seats = 4 }
        for person in ["u_1", "u_2", "u_3"] {
            try await tenant.receive(
                .initialPurchase(appUserID: person).transaction(
                    "2000\(person)", original: "2000\(person)"))
        }
        let household = try await tenant.found("u_1", with: ["u_2"])
        let invite = try await tenant.invite(to: household)
        let call: RacedCall =
            switch change {
            case "review": { try await tenant.review(household) }
            case "removal": { try await tenant.leave("u_2", household) }
            case "end": { try await tenant.dissolve(household) }
            default: { try await tenant.join("u_3", by: invite) }
            }
        let outcomes = try await tenant.queue(
            on: """
                select from entitlements.purchases where tenant_id = '\(tenant.id)'
                   for no key update
                """, [call]
        ) {
            try await TestDatabase.shared.administer(
                """
                begin; set local lock_timeout = '2s';
                insert into entitlements.household_reviews (tenant_id, household_id, due_at)
                values ('\(tenant.id)', '\(household)', now())
                    on conflict (tenant_id, household_id) do update set due_at = excluded.due_at;
                commit
                """)
        }
        #expect(outcomes == [nil])
        try await expectSound(tenant)
    }
}
