import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("The refresher stores invalid answers again")
struct AnswersDutyTests {
    @Test("after a change of the definition, all answers of the tenant")
    func definition() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let people = Int(Duty.maximumAnswersAtOnce) + 1
            try await own.administer(
                """
                insert into entitlements.app_users (tenant_id)
                select '\(tenant.id)' from generate_series(1, \(people));
                insert into entitlements.stored_answers (tenant_id, app_user_uuid)
                select tenant_id, app_user_uuid from entitlements.app_users
                """)
            let due = "select count(*) from entitlements.stored_answers where answer is null"
            #expect(try await own.ask(due) == "\(people)")
            await Duty.answers.perform(in: own.database, .silent)
            #expect(try await own.ask(due) == "0")
        }
    }
}
