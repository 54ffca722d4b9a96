import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns every entitlement that an app user has or had, and when the answer next changes.
    ///
    /// Can wait for a new purchase.
    static func getEntitlements(_ database: Database, _ wait: PurchaseWait) -> Route {
        Route(
            "getEntitlements", .get, "/v1/users/{app_user_id}/entitlements",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                return try await .entitlements(of: appUserID, in: tenant, database, request) {
                    try await wait.isKnown($0, of: appUserID, in: tenant, while: $1)
                }
            })
    }
}

extension Response {
    /// Answers with an app user's entitlements, as of the request's `as_of`.
    static func entitlements(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest,
        waiting isKnown:
            @Sendable (PurchaseWait.AwaitRequest, AsyncStream<Void>) async throws -> Bool
    ) async throws -> Response {
        let lookup = try Lookup(request, alsoAllowing: ["await_transaction", "timeout"])
        let awaitRequest = try PurchaseWait.AwaitRequest(lookup.query)
        let isTransactionKnown: Bool? =
            if let awaitRequest {
                try await request.whileConnected { try await isKnown(awaitRequest, $0) }
            } else {
                nil
            }
        let row = try await database.callOne(
            GetEntitlements(
                appUserID: appUserID, environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row, isTransactionKnown: isTransactionKnown)
    }
}
