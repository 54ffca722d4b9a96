import Crypto
package import Entitlements

/// A webhook as RevenueCat sends it, for tests.
///
/// Every factory gives an event of its type in RevenueCat's true shape, with the fields it leaves
/// out left out and those it nulls null:
///
///     RevenueCatEvent.renewal(appUserID: "u_7", purchasedAt: "2026-12-01T10:00:00Z")
///         .store("PLAY_STORE").setting("price", 0).removing("entitlement_ids")
///
/// Two equal events have the same id and two different events have different ones, so a test names
/// an id only where it is about ids.
package struct RevenueCatEvent: Sendable {
    /// The members of the `event` object.
    ///
    /// The id stands there once ``body`` is made.
    package var fields: JSONObject

    package init(type: String, id: String?, fields: JSONObject = JSONObject()) {
        self.fields = fields
        self.fields["type"] = .string(type)
        self.fields["id"] = .string(id ?? Self.derivedID)
    }

    /// Whom tests are about unless they say otherwise, and what that person buys, and when.
    package static let defaultAppUserID = "u_42"
    package static let defaultProduct = "stockpot_plus_monthly"
    package static let defaultEntitlement = "plus"
    package static let defaultPurchase: Timestamp = "2026-11-01T10:00:00Z"

    /// Stands where the id will be until all other fields are known.
    private static let derivedID = "derived from the other fields"
}

extension RevenueCatEvent {
    /// The id, as it will stand in the body.
    package var id: String? {
        let id = fields["id"]?.string
        return id == Self.derivedID ? Digits.identifier(of: fields) : id
    }

    /// What RevenueCat posts.
    package var body: [UInt8] {
        var event = fields
        if let id { event["id"] = .string(id) }
        let body: JSONValue = ["event": .object(event), "api_version": "1.0"]
        return body.bytes
    }

    /// The value of the signature header for this body.
    package func signature(secret: String, at time: Timestamp) -> String {
        Self.signature(of: body, secret: secret, at: time)
    }

    package static func signature(of body: [UInt8], secret: String, at time: Timestamp) -> String {
        let seconds = String(time.secondsSinceEpoch)
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("\(seconds).".utf8) + body, using: SymmetricKey(data: Array(secret.utf8)))
        let digits = code.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 0x0F, radix: 16)
        }
        return "t=\(seconds),v1=\(digits.joined())"
    }
}

extension RevenueCatEvent {
    /// Any field, by RevenueCat's name.
    ///
    /// Nil is null; to leave a field out, remove it.
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

    /// A trial: free, and of that period type.
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

/// Numbers that look like a store's, the same for the same text.
enum Digits {
    static func transaction(of text: String) -> String {
        String(10_000_000_000_000 + hash(Array(text.utf8)) % 89_999_999_999_999)
    }

    static func identifier(of fields: JSONObject) -> String {
        let digits = String(hash(JSONValue.object(fields).canonicalBytes), radix: 16)
        return "event-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a, which needs to be stable and nothing more.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
