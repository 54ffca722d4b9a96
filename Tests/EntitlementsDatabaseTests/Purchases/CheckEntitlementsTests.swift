import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("check_entitlements")
struct CheckEntitlementsTests {
    private let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)

    @Test("a set of checks answers as single checks do, in order")
    func inOrder() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await tenant.receive(
            .initialPurchase(appUserID: "a", product: "com.yapmate.pro.monthly"))
        try await tenant.receive(
            .initialPurchase(appUserID: "b", product: "com.yapmate.trade.monthly"))
        let questions = [
            ("b", "pro"), ("a", "trade"), ("nobody", "pro"), ("a", "pro"), ("b", "pro"),
        ]
        let answers = try await tenant.check(questions, at: moment)
        #expect(answers.map { $0["app_user_id"] } == questions.map { .string($0.0) })
        #expect(answers.map { $0["entitlement_id"] } == questions.map { .string($0.1) })
        #expect(answers.map { $0["is_active"] } == [true, false, false, true, true])
        for ((appUserID, entitlement), answer) in zip(questions, answers) {
            let alone = try await tenant.database.callOne(
                GetEntitlement(
                    appUserID: AppUserID(appUserID), entitlementID: entitlement,
                    environment: "production", asOf: moment), in: tenant.id)
            var members = try #require(answer.object)
            members["app_user_id"] = nil
            #expect(
                JSONValue.object(members).canonicalBytes
                    == (try JSONParser.parse(alone.json)).canonicalBytes)
        }
        #expect(try await tenant.rows(in: "app_users") == 2)
    }

    @Test("a hundred questions are one call")
    func hundred() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "p_50"))
        let answers = try await tenant.check((0..<100).map { ("p_\($0)", "plus") }, at: moment)
        #expect(answers.count == 100)
        #expect(answers.indices.filter { answers[$0]["is_active"] == true } == [50])
    }

    @Test("an unknown name fails its check, and not the others")
    func unknownName() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a").entitlements(["gold"]))
        let answers = try await tenant.check(
            [("a", "plus"), ("a", "gold"), ("b", "plus")], at: moment)
        #expect(answers.map { $0["is_active"] } == [true, false, false])
        #expect(answers.map { $0["error"] } == [nil, "entitlement_not_in_catalog", nil])
        #expect(answers.map { $0["entitlement_id"] } == ["plus", "gold", "plus"])
    }
}

extension TestTenant {
    fileprivate func check(
        _ questions: [(appUserID: String, entitlement: String)], at moment: Timestamp
    ) async throws -> [JSONValue] {
        let answer = try await database.callOne(
            CheckEntitlements(
                appUserIDs: questions.map { AppUserID($0.appUserID) },
                entitlementIDs: questions.map(\.entitlement), environment: "production",
                asOf: moment), in: id)
        return try #require(try JSONParser.parse(answer.json).array)
    }
}
