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
                try await .entitlements(
                    of: try request.appUserID(), in: tenant, database, wait, request)
            })
    }
}

extension Response {
    /// What a person may do as the request would have it.
    static func entitlements(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database, _ wait: PurchaseWait,
        _ request: APIRequest
    ) async throws -> Response {
        let lookup = try Lookup(request, alsoAllowing: ["await_transaction", "timeout"])
        let wish = try PurchaseWait.Wish(lookup.query)
        let isKnown: Bool? =
            if let wish {
                try await wait.isKnown(wish, of: appUserID, in: tenant)
            } else { nil }
        let row = try await database.callOne(
            GetEntitlements(
                appUserID: appUserID.rawValue, environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row, isTransactionKnown: isKnown)
    }
}
