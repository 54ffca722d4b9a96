import Entitlements
import Testing

@testable import Console

@Suite("Why an answer is as it is")
struct WhyViewTests {
    private let explanation = parsed(
        """
        {"is_allowed": true,
         "verdict": {"reason": "own_purchase", "facts": {},
           "sentence": "They own plus_monthly from app_store, until 2026-12-21T10:00:00.000Z."},
         "decision": {"entitlement_ids": ["plus"], "households": [], "events": [], "purchases": [
           {"reason": "own_purchase", "sentence": "They own it.", "has_won": true,
            "is_running": true, "facts": {"product_id": "plus_monthly", "moved_at": null},
            "rule": {"reason": "latest_end_first", "sentence": "The latest end wins."}},
           {"reason": "expired", "sentence": "It ended.", "has_won": false, "is_running": false,
            "facts": {}, "rule": null}]},
         "changes": [{"sentence": "It renews.", "at": "2026-12-21T10:00:00.000Z"}],
         "knowledge": [{"sentence": "They were never read from RevenueCat."}],
         "next": [
           {"reason": "sync", "sentence": "Read them.", "facts": {}, "command": "hearth sync"},
           {"reason": "identify", "sentence": "Identify them.", "command": null,
            "facts": {"owner_app_user_id": "anon", "app_user_id": "u_1"}},
           {"reason": "buy", "sentence": "They buy it.", "facts": {}, "command": null}]}
        """)

    private var shown: JSONValue { WhyView("u_1", in: place).shown(explanation) }

    @Test("says the verdict with dates for moments, and which purchase won by which rule")
    func verdict() {
        #expect(
            shown["verdict"]?.sentence
                == "They own plus_monthly from app_store, until 2026-12-21 10:00:00 UTC.")
        let purchases = shown["purchases"]?.array ?? []
        #expect(purchases.map { $0["outcome"] } == [.string("won"), .string("no source")])
        #expect(purchases[0]["rule"] == .string("The latest end wins."))
        #expect(purchases[0]["facts"]?.array?.map { $0["name"] } == [.string("product id")])
    }

    @Test("has a form for what the console does, and none for the rest")
    func steps() {
        let steps = shown["next"]?.array ?? []
        #expect(steps[0]["act"]?["action"] == .string("/console/shop/users/u_1/acts/sync"))
        #expect(steps[0]["is_ready"] == .bool(true))
        #expect(steps[1]["is_ready"] == .bool(false))
        let fields = steps[1]["act"]?["fields"]?.array ?? []
        #expect(fields.map { $0["value"] } == [.string("anon"), .string("u_1")])
        #expect(steps[2]["act"] == .null)
    }

    @Test("shows nothing to a key that may not ask")
    func nothing() {
        #expect(WhyView("u_1", in: place).shown(.null) == .null)
    }
}
