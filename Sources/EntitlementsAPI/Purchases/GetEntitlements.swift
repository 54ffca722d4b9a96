import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// What a person may do: every entitlement they have or had, and when that will next change.
    ///
    /// Who has just bought something may have it waited for.
    static func getEntitlements(_ database: Database, _ wait: PurchaseWait) -> Route {
        Route(
            "getEntitlements", .get, "/v1/users/{app_user_id}/entitlements",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                let lookup = try Lookup(
                    request, alsoAllowing: ["await_transaction", "timeout"])
                let wish = try PurchaseWait.Wish(lookup.query)
                let isKnown: Bool? =
                    if let wish {
                        try await wait.isKnown(wish, of: appUserID, in: tenant)
                    } else { nil }
                let row = try await database.callOne(
                    GetEntitlements(
                        appUserID: appUserID.rawValue, environment: lookup.environment,
                        asOf: lookup.asOf),
                    in: tenant)
                return lookup.response(about: appUserID, row, isTransactionKnown: isKnown)
            })
    }
}
