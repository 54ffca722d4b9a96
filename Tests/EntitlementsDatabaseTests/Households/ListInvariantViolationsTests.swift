import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_invariant_violations")
struct ListInvariantViolationsTests {
    /// The invariants, each with SQL by which an administrator violates it.
    private static let violations: [(name: String, statement: String)] = [
        (
            "person_in_two_households",
            "update household_members set app_user_uuid = :person, app_user_id = 'u_1' "
                + "where tenant_id = :tenant and app_user_id = 'u_3'"
        ),
        (
            "more_members_than_seats",
            "update household_members set seats = 1, seat = 1 where tenant_id = :tenant"
        ),
        (
            "household_without_owner",
            "update household_owners set owned_until = owned_from where tenant_id = :tenant"
        ),
        (
            "dissolved_household_is_alive",
            "update households set dissolved_at = created_at where tenant_id = :tenant"
        ),
        (
            "owner_outside_membership",
            "update household_members set joined_at = joined_at + interval '1 day' "
                + "where tenant_id = :tenant"
        ),
        (
            "member_is_somebody_else",
            "update household_members set app_user_uuid = :person "
                + "where tenant_id = :tenant and app_user_id = 'u_2'"
        ),
        (
            "app_user_is_not_their_links",
            "insert into app_user_ids (tenant_id, app_user_id, app_user_uuid) "
                + "values (:tenant, '$RCAnonymousID:a', :person)"
        ),
        (
            "purchase_is_not_its_fold",
            "update purchases set access_ends_at = access_ends_at + interval '1 day' "
                + "where tenant_id = :tenant"
        ),
    ]

    @Test("a violation is reported to its tenant and to no other")
    func reported() async throws {
        try await ScratchDatabase.with { scratch in
            try await scratch.administer(
                """
                drop index entitlements.app_users_have_one_household;
                drop index entitlements.seats_are_taken_once;
                """)
            let sound = try await TestTenant.create(in: scratch.database)
            try await sound.found("u_1", with: ["u_2"])
            for violation in Self.violations {
                let tenant = try await TestTenant.create(in: scratch.database)
                try await tenant.found("u_1", with: ["u_2"])
                try await tenant.found("u_3")
                try await tenant.receive(.initialPurchase(appUserID: "u_9"))
                #expect(try await tenant.invariantViolations() == [])
                try await scratch.violate(tenant, violation.statement)
                let found = try await tenant.invariantViolations()
                #expect(found.contains { $0.hasPrefix("\(violation.name) ") }, "\(found)")
            }
            #expect(try await sound.invariantViolations() == [])
        }
    }
}

extension ScratchDatabase {
    fileprivate func violate(_ tenant: TestTenant, _ statement: String) async throws {
        let person = """
            (select app_user_uuid from app_user_ids
              where tenant_id = :tenant and app_user_id = 'u_1')
            """
        let text = statement.replacing(":person", with: person)
            .replacing(":tenant", with: "'\(tenant.id)'")
        try await administer("set search_path = entitlements; \(text)")
    }
}
