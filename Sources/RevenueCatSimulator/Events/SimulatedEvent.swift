package import Entitlements

/// A webhook event; the same bytes in every delivery.
package struct SimulatedEvent: Sendable, Equatable {
    package let id: String
    package let type: String
    /// When RevenueCat created it: `event_timestamp_ms`.
    package let occurredAt: Timestamp
    /// The posted body.
    package let body: [UInt8]
}

extension JSONValue {
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    static func milliseconds(_ time: Timestamp?) -> JSONValue {
        time.map { .integer($0.millisecondsSinceEpoch) } ?? .null
    }

    static func dollars(cents: Int) -> JSONValue { .number(Double(cents) / 100) }

    static func number(_ number: Double) -> JSONValue {
        JSONDecimal(number).map(JSONValue.decimal) ?? .null
    }
}
