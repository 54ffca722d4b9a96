package import Entitlements

/// An event as RevenueCat would send it now, about an app user whose life has led to it.
///
/// The life is lived in a world of its own, up to the event.
package struct StagedEvent: Sendable {
    /// The types that can be staged, as RevenueCat names them.
    package enum Kind: String, Sendable, CaseIterable {
        case initialPurchase = "INITIAL_PURCHASE"
        case renewal = "RENEWAL"
        case cancellation = "CANCELLATION"
        case uncancellation = "UNCANCELLATION"
        case expiration = "EXPIRATION"
        case billingIssue = "BILLING_ISSUE"
        case subscriptionPaused = "SUBSCRIPTION_PAUSED"
        case subscriptionExtended = "SUBSCRIPTION_EXTENDED"
        case productChange = "PRODUCT_CHANGE"
        case refundReversed = "REFUND_REVERSED"
        case nonRenewingPurchase = "NON_RENEWING_PURCHASE"
        case transfer = "TRANSFER"

        /// Whether it is about a product that is sold once.
        package var isOfOneTimePurchase: Bool { self == .nonRenewingPurchase }
    }

    package let kind: Kind
    package let appUserID: String
    package let product: World.Product
    /// The new product of PRODUCT_CHANGE, or the receiver of TRANSFER.
    package let target: String?
    package let environment: World.Environment
    /// Whether a CANCELLATION is a refund.
    package let isRefund: Bool

    private static let extensionDays: Int64 = 7
    private static let pauseDays: Int64 = 30

    package init(
        _ kind: Kind, of appUserID: String, product: World.Product, target: String? = nil,
        environment: World.Environment = .production, isRefund: Bool = false
    ) {
        self.kind = kind
        self.appUserID = appUserID
        self.product = product
        self.target = target
        self.environment = environment
        self.isRefund = isRefund
    }

    /// Stages the event.
    ///
    /// Events of the same app user and product name the same subscription. The event's id is new.
    package func event(
        in catalog: World.Catalog, at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Refusal) -> SimulatedEvent {
        // Each consumable is a purchase of its own.
        let seed =
            kind.isOfOneTimePurchase
            ? random.next() : Dice.hash("\(appUserID) \(product.id) \(environment.rawValue)")
        let start = isAtEndOfPeriod ? now.advanced(bySeconds: -product.periodSeconds) : now
        var world = World(catalog: catalog, seed: seed, startingAt: start)
        try world.perform(purchase)
        for act in acts { try world.perform(act) }
        world.advance(to: now)
        let wanted = world.takeEvents().last { $0.type == kind.rawValue }
        guard let wanted else { throw .noSuchPurchase }
        return restated(wanted, Dice(seed: random.next()))
    }

    /// The same event under a random id.
    ///
    /// The period that ends is the newest: its beginning is stated as now, because other events of
    /// the subscription may have begun a period since.
    private func restated(_ event: SimulatedEvent, _ dice: Dice) -> SimulatedEvent {
        var dice = dice
        let id = [8, 4, 4, 4, 12].map { dice.hexadecimal(digits: $0) }.joined(separator: "-")
            .uppercased()
        guard var body = (try? JSONParser.parse(event.body))?.object,
            var fields = body["event"]?.object
        else { return event }
        fields["id"] = .string(id)
        if [.expiration, .billingIssue].contains(kind) {
            fields["purchased_at_ms"] = .milliseconds(event.occurredAt)
        }
        body["event"] = .object(fields)
        return SimulatedEvent(
            id: id, type: event.type, occurredAt: event.occurredAt,
            body: JSONValue.object(body).bytes)
    }

    private var isAtEndOfPeriod: Bool {
        [.renewal, .expiration, .billingIssue].contains(kind)
    }

    private var purchase: Act {
        .purchase(
            by: appUserID, productID: product.id,
            store: kind == .subscriptionPaused ? .playStore : .appStore, offer: .none,
            environment: environment, onReceiptOf: nil)
    }

    /// The acts between the purchase and the event.
    private var acts: [Act] {
        let cancelling = Act.cancel(appUserID, productID: product.id, isTooLate: false)
        let refunding = Act.refund(appUserID, productID: product.id, .latest)
        return switch kind {
        case .initialPurchase, .renewal, .nonRenewingPurchase: []
        case .cancellation: [isRefund ? refunding : cancelling]
        case .uncancellation: [cancelling, .uncancel(appUserID, productID: product.id)]
        case .expiration: [cancelling]
        case .billingIssue: [.breakPayment(appUserID, productID: product.id)]
        case .subscriptionPaused:
            [.pause(appUserID, productID: product.id, days: Self.pauseDays)]
        case .subscriptionExtended:
            [.extend(appUserID, productID: product.id, days: Self.extensionDays)]
        case .productChange:
            [.changeProduct(appUserID, from: product.id, to: target ?? "", isDeferred: false)]
        case .refundReversed: [refunding, .reverseRefund(appUserID, productID: product.id)]
        case .transfer:
            [.see(target ?? ""), .transfer(from: appUserID, to: target ?? "")]
        }
    }
}
