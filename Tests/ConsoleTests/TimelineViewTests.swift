import Entitlements
import Testing

@testable import Console

@Suite("What happened to a person")
struct TimelineViewTests {
    private func entries(_ text: String) -> [JSONValue] {
        TimelineView(of: "u_1", in: place).entries(parsed("{\"data\": [\(text)]}")).array ?? []
    }

    @Test("an event has RevenueCat's name beside ours, and what differs by it")
    func event() throws {
        let entry = try #require(
            entries(
                """
                {"kind": "webhook_event", "recorded_at": "2026-11-21T09:00:00.000Z",
                 "app_user_id": "u_1", "changes": [
                   {"number": 1, "kind": "entitlements_changed", "environment": "production",
                    "before": {"plan": "free", "as_of": "x"},
                    "after": {"plan": "plus", "as_of": "x"}}],
                 "data": {"event_id": "e 1", "type": "INITIAL_PURCHASE", "status": "applied",
                   "evidence_kind": "initial_purchase", "failure": null, "store": "app_store"}}
                """
            ).first)
        #expect(entry["title"] == .string("initial purchase"))
        #expect(entry["type"] == .string("INITIAL_PURCHASE"))
        #expect(entry["status"] == .null)
        #expect(entry["event"]?["href"] == .string("/console/shop/events/e%201"))
        #expect(entry["event"]?["retry"] == .null)
        let difference = try #require(entry["changes"]?.array?.first?["differences"]?.array)
        #expect(difference.map { $0["name"] } == [.string("plan")])
        #expect(difference.first?["before"]?["parts"]?.sentence == "free")
        #expect(difference.first?["after"]?["parts"]?.sentence == "plus")
        #expect(entry["facts"]?.array?.map { $0["name"] } == [.string("store")])
    }

    @Test("a failed event says why, and can be retried")
    func failed() throws {
        let entry = try #require(
            entries(
                """
                {"kind": "webhook_event", "app_user_id": "u_1", "changes": [], "data":
                 {"event_id": "e1", "type": "RENEWAL", "status": "failed", "evidence_kind": null,
                  "failure": "no product"}}
                """
            ).first)
        #expect(entry["title"] == .string("event"))
        #expect(entry["failure"] == .string("no product"))
        #expect(entry["tone"] == .string("bad"))
        #expect(
            entry["event"]?["retry"]?["action"] == .string("/console/shop/users/u_1/acts/retry"))
    }

    @Test("a note is shown as it was written")
    func note() throws {
        let entry = try #require(
            entries(
                """
                {"kind": "note", "app_user_id": "u_1", "changes": [],
                 "data": {"note_id": "n", "note": "Called.", "author": "secret_key:k"}}
                """
            ).first)
        #expect(entry["note"] == .string("Called."))
        #expect(entry["event"] == .null)
        #expect(entry["facts"]?.array?.map { $0["name"] } == [.string("author")])
    }
}
