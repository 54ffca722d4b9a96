import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Stores what a biller that RevenueCat does not know says about a purchase.
    static func putPurchase(_ database: Database) -> Route {
        Route(
            "putPurchase", .put, "/v1/users/{app_user_id}/purchases/{store}/{transaction_id}",
            .secret { request, tenant in
                let asked = try await PutPurchaseRequest(reading: request)
                return .answer(try await database.callOne(try PutPurchase(asked), in: tenant))
            })
    }
}

extension PutPurchase {
    fileprivate init(_ asked: PutPurchaseRequest) throws(Failure) {
        let stores = ImportRows.stores
        guard stores.contains(asked.store) else {
            throw Failure(
                .invalidRequest, "The store is not one of: \(stores.joined(separator: ", ")).")
        }
        guard asked.transactionID.utf8.count <= ImportRows.maximumTransactionBytes else {
            throw Failure(
                .invalidRequest,
                "The transaction id is longer than \(ImportRows.maximumTransactionBytes) bytes.")
        }
        self.init(
            appUserID: asked.appUserID, store: asked.store, transactionID: asked.transactionID,
            environment: asked.environment, facts: Facts(asked), asOf: asked.asOf)
    }
}

extension PutPurchase.Facts {
    fileprivate init(_ asked: PutPurchaseRequest) {
        self.init(productID: asked.productID.rawValue, purchasedAt: asked.purchasedAt)
        expiresAt = asked.expiresAt
        periodType = asked.periodType
        originalPurchasedAt = asked.originalPurchasedAt
        graceExpiresAt = asked.graceExpiresAt
        willRenew = asked.willRenew
        cancelledAt = asked.cancelledAt
        billingIssueAt = asked.billingIssueAt
        refundedAt = asked.refundedAt
    }
}
