import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("recall_explanation")
struct RecallExplanationTests {
    @Test("an event that failed then explains the answer, and today it was wrong")
    func failed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            RevenueCatEvent.nowRunning(id: "e")
                .removing("transaction_id", "original_transaction_id", "product_id"))
        let failed = try await tenant.moment()
        try await tenant.receive(.nowRunning(id: "e"))
        let explained = try await tenant.recallExplanation(knownAt: failed)
        #expect(explained["verdict"]?["reason"] == "event_failed")
        #expect(explained["as_known_now"]?["reason"] == "was_wrong")
        #expect(explained["as_known_now"]?["is_allowed"] == true)
        #expect(explained["next"] == [])
    }

    @Test("an answer that is still known to be so was right")
    func right() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        let moment = try await tenant.moment()
        try await tenant.receive(.transfer(from: ["u_42"], to: ["u_2"], at: moment))
        let explained = try await tenant.recallExplanation(
            asOf: moment.advanced(bySeconds: -60), knownAt: moment)
        #expect(explained["verdict"]?["reason"] == "own_purchase")
        #expect(explained["as_known_now"]?["reason"] == "was_right")
    }

    @Test(
        "what the file lacks now is judged where the person still has it, and else explained only",
        arguments: [true, false])
    func catalog(hasIt: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        let before = try await tenant.moment()
        try await tenant.apply {
            $0.entitlements[0].id = EntitlementID(unchecked: "gold")
            for index in $0.products.indices {
                $0.products[index].entitlements = [EntitlementID(unchecked: "gold")]
            }
            // What the event itself names counts for a product that the file lacks.
            if hasIt { $0.products = [] }
            $0.features = []
            $0.limits = []
        }
        let explained = try await tenant.recallExplanation(knownAt: before)
        #expect(explained["is_allowed"] == true)
        #expect(explained["as_known_now"]?["reason"] == (hasIt ? "was_right" : nil))
    }

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

extension TestTenant {
    func recallExplanation(
        of entitlement: String? = "plus", asOf: Timestamp? = nil, knownAt: Timestamp
    ) async throws -> JSONValue {
        let call = RecallExplanation(
            appUserID: "u_42", entitlementID: entitlement, environment: "production",
            asOf: asOf, knownAt: knownAt)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}
