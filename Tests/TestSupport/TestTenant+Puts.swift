package import Entitlements
package import EntitlementsDatabase

extension TestTenant {
    /// Puts a purchase of another biller, and returns the answer.
    ///
    /// It is received 60 days after the default purchase, unless `moment` says otherwise.
    @discardableResult
    package func put(
        of appUserID: String = "u_1", transaction: String = "sub_1", store: String = "stripe",
        environment: String = "production", product: String = RevenueCatEvent.defaultProduct,
        from: Timestamp, until: Timestamp? = nil, asOf: Timestamp,
        at moment: Timestamp = RevenueCatEvent.defaultPurchase.advanced(byDays: 60),
        _ change: (inout PutPurchase.Facts) -> Void = { _ in }
    ) async throws -> JSONValue {
        var facts = PutPurchase.Facts(productID: product, purchasedAt: from)
        facts.expiresAt = until
        change(&facts)
        let answer = try await database.callOne(
            PutPurchase(
                appUserID: AppUserID(appUserID), store: store, transactionID: transaction,
                environment: environment, facts: facts, asOf: asOf, receivedAt: moment),
            in: id)
        return try JSONParser.parse(answer.json)
    }
}
