import Entitlements
import RevenueCatSimulator
import TestSupport

extension World {
    static let start: Timestamp = "2026-01-01T00:00:00Z"

    /// A world at its start, without customers.
    static func empty(
        seed: UInt64 = 1, _ change: (inout Settings) -> Void = { _ in }
    ) -> World {
        var settings = Settings()
        change(&settings)
        return World(settings: settings, seed: seed, startingAt: start)
    }

    mutating func advance(byDays days: Int64) {
        advance(to: present.advanced(byDays: days))
    }

    /// The types of the events since the last call.
    mutating func takeTypes() -> [String] { takeEvents().map(\.type) }

    /// The products that a customer has access to, with their ends.
    func ends(of id: String, at time: Timestamp? = nil) -> [String: Timestamp?] {
        Dictionary(
            uniqueKeysWithValues: truth(of: id, at: time).map { ($0.productID, $0.until) })
    }

    func has(_ product: String, _ id: String) -> Bool { ends(of: id).keys.contains(product) }
}

extension SimulatedEvent {
    /// The members of the `event` object.
    var fields: JSONObject {
        (try? JSONParser.parse(body))?["event"]?.object ?? JSONObject()
    }

    func text(_ name: String) -> String? { fields[name]?.string }

    func time(_ name: String) -> Timestamp? {
        guard case .integer(let milliseconds) = fields[name] else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}
