import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests that a stored answer is used exactly while it is valid.
///
/// A forged plan in the stored answer shows whether it was used.
@Suite("Stored answers")
struct StoredAnswerTests {
    @Test("a read of now or later uses the stored answer until it expires")
    func used() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        try await tenant.forgeAnswers()
        #expect(try await tenant.plan(of: "u_1") == "forged")
        let standing = try await tenant.entitlements(of: "u_1")
        let text = try #require(standing["next_change_at"]?.string)
        let end = try #require(Timestamp(rfc3339: text))
        #expect(try await tenant.plan(of: "u_1", at: end.advanced(byDays: -1)) == "forged")
        #expect(try await tenant.plan(of: "u_1", at: end) == "free")
        let before = RevenueCatEvent.defaultPurchase.advanced(byDays: -1)
        #expect(try await tenant.plan(of: "u_1", at: before) == "free")
        #expect(try await tenant.plan(of: "nobody") == "free")
    }

    @Test("a read of the sandbox is derived")
    func sandbox() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        try await tenant.forgeAnswers()
        let answer = try await tenant.entitlements(of: "u_1", environment: "sandbox")
        #expect(answer["plan"]?.string == "free")
    }

    @Test("a write about one member updates all members' answers in its transaction")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        #expect(try await tenant.storedPlans() == ["plus", "plus", "plus"])
        try await tenant.leave("u_3", household)
        #expect(try await tenant.storedPlans() == ["free", "plus", "plus"])
        try await tenant.receive(.refund(appUserID: "u_1"))
        #expect(try await tenant.storedPlans() == ["free", "free", "free"])
        #expect(try await tenant.usableAnswers() == 3)
    }

    @Test("a wrong or missing stored answer is a violation")
    func wrong() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        #expect(try await tenant.invariantViolations() == [])
        try await tenant.forgeAnswers()
        #expect(try await tenant.invariantViolations().count == 1)
        try await TestDatabase.shared.administer(
            "delete from entitlements.stored_answers where tenant_id = '\(tenant.id)'")
        #expect(try await tenant.invariantViolations().count == 1)
    }
}

extension TestTenant {
    /// SQL that writes a forged plan into every stored answer.
    var forgery: String {
        """
        update entitlements.stored_answers
           set answer = (answer::jsonb || '{"plan": "forged"}')::json
         where tenant_id = '\(id)'
        """
    }

    fileprivate func forgeAnswers() async throws {
        try await TestDatabase.shared.administer(forgery)
    }

    func plan(of appUserID: String, at moment: Timestamp? = nil) async throws
        -> String?
    {
        try await entitlements(of: appUserID, at: moment)["plan"]?.string
    }

    /// The stored plans, valid or not, sorted.
    func storedPlans(in scratch: ScratchDatabase? = nil) async throws -> [String] {
        let question = """
            select answer ->> 'plan' from entitlements.stored_answers
             where tenant_id = '\(id)' order by 1
            """
        let rows =
            if let scratch {
                try await scratch.administer(question)
            } else {
                try await TestDatabase.shared.administer(question)
            }
        return rows.compactMap { $0.first ?? nil }
    }

    fileprivate func usableAnswers() async throws -> Int {
        try await TestDatabase.shared.administer(
            """
            select from entitlements.stored_answers
             where tenant_id = '\(id)' and derived_at <= now() and now() < valid_until
            """
        ).count
    }
}
