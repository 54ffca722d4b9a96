import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// What a person may do: every entitlement they have or had, and when that will next change.
    static func getEntitlements(_ database: Database) -> Route {
        Route(
            "getEntitlements", .get, "/v1/users/{app_user_id}/entitlements",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                let lookup = try Lookup(request)
                let row = try await database.callOne(
                    GetEntitlements(
                        appUserID: appUserID.rawValue, environment: lookup.environment,
                        asOf: lookup.asOf),
                    in: tenant)
                return lookup.response(about: appUserID, row)
            })
    }
}
