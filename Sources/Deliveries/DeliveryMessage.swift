package import Entitlements
import FoundationEssentials

/// A message to an endpoint.
package struct DeliveryMessage: Sendable {
    /// The same for all attempts.
    package let id: String
    /// JSON text.
    package let body: [UInt8]

    /// Tells of a change, given as `GET /v1/changes` shows it; `type` is its kind.
    package init(id: String, change: [UInt8]) throws(Failure) {
        self.id = id
        let kind = try JSONParser.parse(change)["kind"]?.string ?? ""
        body = Self.body(type: kind) { $0.members(ofJSON: change) }
    }

    /// Tells of no change; shows that an endpoint can be reached.
    package init(testAt moment: Timestamp) {
        id = "msg_test_\(UUID().uuidString.lowercased())"
        body = Self.body(type: "endpoint_test") { json in
            json.name("happened_at")
            json.timestamp(moment)
        }
    }

    private static func body(type: String, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("type")
        json.string(type)
        write(&json)
        json.endObject()
        return json.bytes
    }
}
