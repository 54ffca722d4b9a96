package import Entitlements

/// An act of a customer, a store or the project's owner; names a purchase by its customer and
/// product.
package enum Act: Sendable, Equatable {
    case see(String)
    case logIn(from: String, to: String)
    case purchase(
        by: String, productID: String, store: World.Store, offer: World.Offer,
        environment: World.Environment, onReceiptOf: String?)
    case restore(by: String, purchasesOf: String)
    case transfer(from: String, to: String)
    case cancel(String, productID: String, isTooLate: Bool)
    case uncancel(String, productID: String)
    case breakPayment(String, productID: String)
    case mendPayment(String, productID: String)
    case pause(String, productID: String, days: Int64)
    case resume(String, productID: String)
    case refund(String, productID: String, World.RefundedPeriod)
    case reverseRefund(String, productID: String)
    case changeProduct(String, from: String, to: String, isDeferred: Bool)
    case extend(String, productID: String, days: Int64)
    case shareWithFamily(String, productID: String, member: String)
    case leaveFamily(String, productID: String)
    case stopSharing(String, productID: String)
    case expireWrongly(String, productID: String)
    case grant(String, entitlementID: String, days: Int64?)
    case revokeGrant(String, entitlementID: String)
    case purchaseInOutage(by: String, productID: String)
    case settleOutage(of: String, productID: String, isValid: Bool)
    case issueInvoice(to: String, productID: String)
}

package struct TimedAct: Sendable, Equatable {
    package let time: Timestamp
    package let act: Act

    package init(time: Timestamp, act: Act) {
        self.time = time
        self.act = act
    }
}

extension World {
    /// Performs an act now; a refused act changes nothing.
    package mutating func perform(_ act: Act) throws(Refusal) {
        switch act {
        case .see(let id): try see(id)
        case .logIn(let current, let target): try logIn(from: current, to: target)
        case .purchase(let id, let product, let store, let offer, let environment, let other):
            try purchase(
                by: id, product, store: store, offer: offer, environment: environment,
                onReceiptOf: other)
        case .restore(let id, let owner): try restore(by: id, purchasesOf: owner)
        case .transfer(let source, let target): try transfer(from: source, to: target)
        case .cancel(let id, let product, let late): try cancel(id, product, isTooLate: late)
        case .uncancel(let id, let product): try uncancel(id, product)
        case .breakPayment(let id, let product): try breakPayment(of: id, product)
        case .mendPayment(let id, let product): try mendPayment(of: id, product)
        case .pause(let id, let product, let days): try pause(id, product, forDays: days)
        case .resume(let id, let product): try resume(id, product)
        case .refund(let id, let product, let period): try refund(id, product, period)
        case .reverseRefund(let id, let product): try reverseRefund(id, product)
        case .changeProduct(let id, let old, let new, let isDeferred):
            try changeProduct(of: id, from: old, to: new, isDeferred: isDeferred)
        case .extend(let id, let product, let days): try extend(id, product, byDays: days)
        case .shareWithFamily(let id, let product, let member):
            try shareWithFamily(id, product, member: member)
        case .leaveFamily(let id, let product): try leaveFamily(id, product)
        case .stopSharing(let id, let product): try stopSharing(id, product)
        case .expireWrongly(let id, let product): try expireWrongly(id, product)
        case .grant(let id, let entitlement, let days):
            try grant(id, entitlement, forDays: days)
        case .revokeGrant(let id, let entitlement): try revokeGrant(id, entitlement)
        case .purchaseInOutage(let id, let product): try purchaseInOutage(by: id, product)
        case .settleOutage(let id, let product, let isValid):
            try settleOutage(of: id, product, isValid: isValid)
        case .issueInvoice(let id, let product): try issueInvoice(to: id, product)
        }
    }

    /// Performs acts in order, each at its time; throws at the first refused act.
    package mutating func play(_ acts: [TimedAct]) throws(Refusal) {
        for act in acts {
            advance(to: act.time)
            try perform(act.act)
        }
    }
}
