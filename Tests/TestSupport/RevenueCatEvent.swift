import Crypto
package import Entitlements

/// A webhook as RevenueCat sends it, for tests.
///
/// Each factory returns an event in RevenueCat's shape, including which fields are null or absent:
///
///     RevenueCatEvent.renewal(appUserID: "u_7", purchasedAt: "2026-12-01T10:00:00Z")
///         .store("PLAY_STORE").setting("price", 0).removing("entitlement_ids")
///
/// The id is derived from the fields: equal events have the same id, and different events differ.
/// Tests name an id only if they are about ids.
package struct RevenueCatEvent: Sendable {
    /// The members of the `event` object.
    ///
    /// The id is set in ``body``.
    package var fields: JSONObject

    package init(type: String, id: String?, fields: JSONObject = JSONObject()) {
        self.fields = fields
        self.fields["type"] = .string(type)
        self.fields["id"] = .string(id ?? Self.derivedID)
    }

    /// The default app user, product and time of purchase.
    package static let defaultAppUserID = "u_42"
    package static let defaultProduct = "stockpot_plus_monthly"
    package static let defaultEntitlement = "plus"
    package static let defaultPurchase: Timestamp = "2026-11-01T10:00:00Z"

    /// Replaced by the id once all other fields are known.
    private static let derivedID = "derived from the other fields"
}

extension RevenueCatEvent {
    /// The id that the body has.
    package var id: String? {
        let id = fields["id"]?.string
        return id == Self.derivedID ? Digits.identifier(of: fields) : id
    }

    /// The body that RevenueCat posts.
    package var body: [UInt8] {
        var event = fields
        if let id { event["id"] = .string(id) }
        let body: JSONValue = ["event": .object(event), "api_version": "1.0"]
        return body.bytes
    }

    /// The signature header's value for this body.
    package func signature(secret: String, at time: Timestamp) -> String {
        Self.signature(of: body, secret: secret, at: time)
    }

    package static func signature(of body: [UInt8], secret: String, at time: Timestamp) -> String {
        let seconds = String(time.secondsSinceEpoch)
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("\(seconds).".utf8) + body, using: SymmetricKey(data: Array(secret.utf8)))
        return "t=\(seconds),v1=\(Hexadecimal.text(code))"
    }
}

extension RevenueCatEvent {
    /// Sets a field by RevenueCat's name.
    ///
    /// Nil is null; `removing` leaves a field out.
    package func setting(_ name: String, _ value: JSONValue) -> RevenueCatEvent {
        var event = self
        event.fields[name] = value
        return event
    }

    package func removing(_ names: String...) -> RevenueCatEvent {
        var event = self
        for name in names { event.fields[name] = nil }
        return event
    }

    package func id(_ id: String) -> RevenueCatEvent { setting("id", .string(id)) }

    /// `event_timestamp_ms`: when RevenueCat generated the event.
    package func occurring(at time: Timestamp) -> RevenueCatEvent {
        setting("event_timestamp_ms", .milliseconds(time))
    }

    package func store(_ store: String) -> RevenueCatEvent { setting("store", .string(store)) }

    package var inSandbox: RevenueCatEvent { setting("environment", "SANDBOX") }

    /// A free trial.
    package var asTrial: RevenueCatEvent {
        setting("period_type", "TRIAL").setting("price", 0)
            .setting("price_in_purchased_currency", 0)
    }

    package var asFamilyShare: RevenueCatEvent { setting("is_family_share", true) }

    package func entitlements(_ ids: [String]?) -> RevenueCatEvent {
        setting("entitlement_ids", .texts(ids))
    }

    package func aliases(_ ids: [String], original: String? = nil) -> RevenueCatEvent {
        let event = setting("aliases", .texts(ids))
        return original.map { event.setting("original_app_user_id", .string($0)) } ?? event
    }

    /// `subscriber_attributes`, all updated at one moment; an empty value is removed.
    package func attributes(
        _ values: KeyValuePairs<String, String>, at moment: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        var attributes = JSONObject()
        for (name, value) in values {
            attributes[name] = ["value": .string(value), "updated_at_ms": .milliseconds(moment)]
        }
        return setting("subscriber_attributes", .object(attributes))
    }

    package func transaction(_ id: String?, original: String?) -> RevenueCatEvent {
        setting("transaction_id", .text(id)).setting("original_transaction_id", .text(original))
    }
}

extension RevenueCatEvent: CustomStringConvertible {
    package var description: String {
        let type = fields["type"]?.string ?? "an event without a type"
        return "\(type) \(id ?? "without an id")"
    }
}

/// Numbers like a store's, derived from a text.
enum Digits {
    static func transaction(of text: String) -> String {
        String(10_000_000_000_000 + hash(Array(text.utf8)) % 89_999_999_999_999)
    }

    static func identifier(of fields: JSONObject) -> String {
        let digits = String(hash(JSONValue.object(fields).canonicalBytes), radix: 16)
        return "event-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a: a stable hash, which need not be secure.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
