package import Entitlements

/// What RevenueCat's SDKs read in a subscriber as v1 answers it.
///
/// Their rules, in words of our own. All look an entitlement's product up in `subscriptions`, then
/// in the last element of `non_subscriptions`:
/// - iOS and Android leave an entitlement without a product out; JavaScript throws.
/// - An entitlement is active if its `expires_date` is null or later than the request; iOS counts
///   an equal one, too.
/// - JavaScript takes every entitlement of a one-time purchase for active, without an end.
/// - iOS shows the end of the product, the others that of the entitlement.
package struct SubscriberReading: Sendable {
    /// Active entitlements with their ends, `endless` without one.
    package typealias Active = [String: Timestamp]

    package static let endless: Timestamp = "9999-12-31T00:00:00Z"

    package private(set) var iOS: Active = [:]
    package private(set) var android: Active = [:]
    package private(set) var javaScript: Active = [:]
    /// What an SDK throws for, or reads differently from another.
    package private(set) var problems: [String] = []

    private let requestDate: Timestamp?

    package init(of answer: JSONValue) {
        guard let requestDate = answer["request_date"]?.string.flatMap(Timestamp.init(rfc3339:)),
            let subscriber = answer["subscriber"]
        else {
            self.requestDate = nil
            problems.append("the answer has no request_date or no subscriber")
            return
        }
        self.requestDate = requestDate
        let subscriptions = subscriber["subscriptions"]?.object?.members ?? []
        let once = subscriber["non_subscriptions"]?.object?.members ?? []
        for name in ["first_seen", "original_app_user_id"] where subscriber[name]?.string == nil {
            problems.append("\(name) is missing")
        }
        for product in subscriptions {
            require(["purchase_date", "store", "is_sandbox"], of: product.value, product.name)
        }
        for product in once {
            require(
                ["purchase_date", "store", "is_sandbox"], of: product.value.array?.last,
                product.name)
            if subscriber["subscriptions"]?[product.name] != nil {
                problems.append("\(product.name) stands in both maps")
            }
        }
        for entitlement in subscriber["entitlements"]?.object?.members ?? [] {
            read(entitlement.name, entitlement.value, in: subscriber)
        }
    }
}

extension SubscriberReading {
    private mutating func require(_ names: [String], of bought: JSONValue?, _ product: String) {
        for name in names where bought?[name].map(\.isNull) != false {
            problems.append("\(name) of \(product) is missing")
        }
    }

    private mutating func read(_ name: String, _ entitlement: JSONValue, in subscriber: JSONValue) {
        guard let product = entitlement["product_identifier"]?.string else {
            return problems.append("\(name) has no product_identifier")
        }
        let subscription = subscriber["subscriptions"]?[product]
        let once = subscriber["non_subscriptions"]?[product]?.array?.last
        guard subscription != nil || once != nil else {
            return problems.append("the product \(product) of \(name) is in neither map")
        }
        let end = Self.end(entitlement)
        let productEnd = subscription.map(Self.end) ?? Self.endless
        guard let requestDate else { return }
        if end >= requestDate { iOS[name] = productEnd }
        if end > requestDate { android[name] = end }
        if subscription == nil {
            javaScript[name] = Self.endless
        } else if end > requestDate {
            javaScript[name] = end
        }
    }

    private static func end(_ bought: JSONValue) -> Timestamp {
        bought["expires_date"]?.string.flatMap { Timestamp(rfc3339: $0) } ?? endless
    }
}
