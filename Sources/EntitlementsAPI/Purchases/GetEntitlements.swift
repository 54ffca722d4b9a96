import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// What a person may do: every entitlement they have or had, and when that will next change.
    ///
    /// Who has just bought something may have it waited for.
    static func getEntitlements(_ database: Database, _ wait: PurchaseWait) -> Route {
        Route(
            "getEntitlements", .get, "/v1/users/{app_user_id}/entitlements",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                return try await .entitlements(of: appUserID, in: tenant, database, request) {
                    try await wait.isKnown($0, of: appUserID, in: tenant)
                }
            })
    }
}

extension Response {
    /// What a person may do as the request would have it.
    static func entitlements(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest,
        waiting isKnown: @Sendable (PurchaseWait.Wish) async throws -> Bool
    ) async throws -> Response {
        let lookup = try Lookup(request, alsoAllowing: ["await_transaction", "timeout"])
        let wish = try PurchaseWait.Wish(lookup.query)
        let isTransactionKnown: Bool? =
            if let wish {
                try await request.whileConnected { try await isKnown(wish) }
            } else {
                nil
            }
        let row = try await database.callOne(
            GetEntitlements(
                appUserID: appUserID.rawValue, environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row, isTransactionKnown: isTransactionKnown)
    }
}
