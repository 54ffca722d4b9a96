import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("refresh_due_answers")
struct RefreshDueAnswersTests {
    @Test("a stored answer of an earlier definition is not used")
    func definition() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.nowRunning(appUserID: "u_1"))
            try await tenant.apply { $0.freePlan = "basic" }
            try await scratch.administer(tenant.forgery)
            #expect(try await tenant.plan(of: "u_1") == "plus")

            #expect(try await scratch.refresh(maximum: 1) == 1)
            #expect(try await scratch.refresh(maximum: 10) == 0)
            try await scratch.administer(tenant.forgery)
            #expect(try await tenant.plan(of: "u_1") == "forged")
        }
    }

    @Test("the worker refreshes expired answers and no others")
    func due() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for person in ["u_1", "u_2", "u_3"] {
                try await tenant.receive(.nowRunning(appUserID: person))
            }
            #expect(try await scratch.refresh(maximum: 10) == 0)
            // Moves the end of validity instead of the clock.
            try await scratch.administer(
                """
                update entitlements.stored_answers set valid_until = now()
                 where app_user_uuid in (
                       select app_user_uuid from entitlements.app_user_ids
                        where app_user_id in ('u_1', 'u_2'))
                """)
            #expect(try await scratch.refresh(maximum: 1) == 1)
            #expect(try await scratch.refresh(maximum: 10) == 1)
            #expect(try await scratch.refresh(maximum: 10) == 0)
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("a write that meets a locked answer marks it stale without waiting")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.found("u_1", with: ["u_2"])
            try await scratch.whileHolding("select from entitlements.stored_answers for update") {
                try await tenant.receive(.nowRunning(appUserID: "u_1"))
                #expect(try await tenant.plan(of: "u_1") == "plus")
                #expect(try await tenant.plan(of: "u_2") == "plus")
                #expect(try await tenant.invariantViolations() == [])
            }
            #expect(try await scratch.ask("select count(*) from entitlements.stale_answers") == "2")
            try await scratch.administer(tenant.forgery)
            #expect(try await tenant.plan(of: "u_2") == "plus")

            #expect(try await scratch.refresh(maximum: 10) == 2)
            #expect(try await scratch.ask("select count(*) from entitlements.stale_answers") == "0")
            #expect(try await tenant.storedPlans(in: scratch) == ["plus", "plus"])
        }
    }
}

extension ScratchDatabase {
    fileprivate func refresh(maximum: Int32) async throws -> Int64 {
        try await database.callOne(RefreshDueAnswers(maximum: maximum)).lookedAt
    }
}
