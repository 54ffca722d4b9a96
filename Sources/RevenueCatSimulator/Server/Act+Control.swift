extension Act {
    /// Reads an act: its word in `act`, the customer in `app_user_id`, the rest by name.
    init(_ fields: ControlFields) throws(ControlProblem) {
        let id = try fields.requiredText("app_user_id")
        // Most acts are about a product; the others have their own words.
        switch PersonalWord(rawValue: try fields.text("act") ?? "") {
        case .see: self = .see(id)
        case .logIn: self = .logIn(from: id, to: try fields.requiredText("to"))
        case .restore:
            self = .restore(by: id, purchasesOf: try fields.requiredText("purchases_of"))
        case .transfer: self = .transfer(from: id, to: try fields.requiredText("to"))
        case .grant:
            self = .grant(
                id, entitlementID: try fields.requiredText("entitlement_id"),
                days: try fields.integer("days"))
        case .revokeGrant:
            self = .revokeGrant(id, entitlementID: try fields.requiredText("entitlement_id"))
        case nil:
            self = try Self.ofProduct(try fields.word("act", ProductWord.self), id, fields)
        }
    }

    private static func ofProduct(
        _ word: ProductWord, _ id: String, _ fields: ControlFields
    ) throws(ControlProblem) -> Act {
        let product = try fields.requiredText("product_id")
        switch word {
        case .purchase: return try purchase(id, product, fields)
        case .cancel:
            return .cancel(id, productID: product, isTooLate: try fields.flag("too_late"))
        case .uncancel: return .uncancel(id, productID: product)
        case .breakPayment: return .breakPayment(id, productID: product)
        case .mendPayment: return .mendPayment(id, productID: product)
        case .pause:
            return .pause(id, productID: product, days: try fields.requiredInteger("days"))
        case .resume: return .resume(id, productID: product)
        case .refund:
            return .refund(
                id, productID: product,
                try fields.word("period", World.RefundedPeriod.self, or: .latest))
        case .reverseRefund: return .reverseRefund(id, productID: product)
        case .changeProduct:
            return .changeProduct(
                id, from: product, to: try fields.requiredText("new_product_id"),
                isDeferred: try fields.flag("deferred"))
        case .extend:
            return .extend(id, productID: product, days: try fields.requiredInteger("days"))
        case .shareWithFamily:
            return .shareWithFamily(
                id, productID: product, member: try fields.requiredText("member"))
        case .leaveFamily: return .leaveFamily(id, productID: product)
        case .purchaseInOutage: return .purchaseInOutage(by: id, productID: product)
        case .settleOutage:
            return .settleOutage(of: id, productID: product, isValid: try fields.flag("valid"))
        case .issueInvoice: return .issueInvoice(to: id, productID: product)
        }
    }

    private static func purchase(
        _ id: String, _ product: String, _ fields: ControlFields
    ) throws(ControlProblem) -> Act {
        .purchase(
            by: id, productID: product,
            store: try fields.word("store", World.Store.self, or: .appStore),
            offer: try fields.word("offer", World.Offer.self, or: World.Offer.none),
            environment: try fields.word("environment", World.Environment.self, or: .production),
            onReceiptOf: try fields.text("on_receipt_of"))
    }

    private enum PersonalWord: String {
        case see
        case logIn = "log_in"
        case restore
        case transfer
        case grant
        case revokeGrant = "revoke_grant"
    }

    private enum ProductWord: String {
        case purchase
        case cancel
        case uncancel
        case breakPayment = "break_payment"
        case mendPayment = "mend_payment"
        case pause
        case resume
        case refund
        case reverseRefund = "reverse_refund"
        case changeProduct = "change_product"
        case extend
        case shareWithFamily = "share_with_family"
        case leaveFamily = "leave_family"
        case purchaseInOutage = "purchase_in_outage"
        case settleOutage = "settle_outage"
        case issueInvoice = "issue_invoice"
    }
}
