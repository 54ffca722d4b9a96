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
}

extension TestTenant {
    func recallExplanation(
        _ appUserID: String = "u_42", of entitlement: String? = "plus", asOf: Timestamp? = nil,
        knownAt: Timestamp
    ) async throws -> JSONValue {
        let call = RecallExplanation(
            appUserID: AppUserID(appUserID), entitlementID: entitlement,
            environment: "production", asOf: asOf, knownAt: knownAt)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}
