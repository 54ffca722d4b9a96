import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("recall_explanations")
struct RecallExplanationsTests {
    @Test("the plan and each entitlement are recalled and judged as if they were asked for alone")
    func together() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let before = try await tenant.moment()
        try await tenant.receive(
            RevenueCatEvent.nowRunning().setting("product_id", "com.yapmate.pro.monthly")
                .entitlements(["pro"]))
        let call = RecallExplanations(
            appUserID: "u_42", environment: "production", knownAt: before)
        let row = try await tenant.database.callOne(call, in: tenant.id)
        #expect(row.asOf == before)
        let recalled = try JSONParser.parse(row.json)
        #expect(recalled["plan"]?["as_known_now"]?["reason"] == "was_wrong")
        #expect(
            try await tenant.recallExplanation(of: nil, knownAt: before) == recalled["plan"])
        for (entitlement, judgement) in [("pro", "was_wrong"), ("trade", "was_right")] {
            let alone = try await tenant.recallExplanation(of: entitlement, knownAt: before)
            #expect(recalled["entitlements"]?[entitlement] == alone)
            #expect(alone["as_known_now"]?["reason"] == .string(judgement))
        }
    }

    @Test("all of them together are refused for a moment that is not kept, and for the future")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        for (moment, code) in [
            ("2001-01-01T00:00:00Z", ErrorCode.knowledgeNotKept),
            ("2999-01-01T00:00:00Z", .knownAtInFuture),
        ] as [(Timestamp, ErrorCode)] {
            await expectFailure(code) {
                _ = try await tenant.database.callOne(
                    RecallExplanations(
                        appUserID: "u_42", environment: "production", knownAt: moment),
                    in: tenant.id)
            }
        }
    }
}
