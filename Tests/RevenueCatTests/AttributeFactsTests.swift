import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("Attributes of a webhook event")
struct AttributeFactsTests {
    @Test("are facts, without those that cannot be stored, also of unknown types")
    func attributes() throws {
        let told: JSONValue = [
            "$email": ["value": "ana@example.com", "updated_at_ms": 2_000],
            "removed": ["value": nil, "updated_at_ms": 4_000],
            "emptied": ["value": "", "updated_at_ms": 3_000],
            "undated": ["value": "x"], "a number": ["value": 7, "updated_at_ms": 1],
            "nothing": 7, "": ["value": "x", "updated_at_ms": 1],
            "long": ["value": .string(String(repeating: "é", count: 1_001)), "updated_at_ms": 1],
            "longest": [
                "value": .string(String(repeating: "e", count: 2_000)), "updated_at_ms": 1,
            ],
        ]
        for event in [RevenueCatEvent.renewal(), .other("NEW_TYPE", appUserID: "u_42")] {
            let facts = try WebhookEvent(
                body: event.setting("subscriber_attributes", told).body
            ).facts
            let attributes = facts?["attributes"]?.array ?? []
            #expect(
                attributes.map { $0["name"] } == ["removed", "emptied", "$email", "longest"])
            #expect(
                attributes.prefix(3).map { $0["value"] } == [nil, nil, "ana@example.com"])
            #expect(facts?["unread"] == nil)
        }
        var many = JSONObject()
        for number in 1...101 {
            many["a\(number)"] = ["value": "x", "updated_at_ms": .integer(Int64(number))]
        }
        let facts = try WebhookEvent(
            body: RevenueCatEvent.renewal().setting("subscriber_attributes", .object(many)).body
        ).facts
        #expect(facts?["attributes"]?.array?.count == 100)
        #expect(facts?["attributes"]?.array?.contains { $0["name"] == "a1" } == false)
    }
}
