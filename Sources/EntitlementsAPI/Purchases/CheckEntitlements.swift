import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Checks up to a hundred entitlements of app users; answers in order.
    static func checkEntitlements(_ database: Database) -> Route {
        Route(
            "checkEntitlements", .post, "/v1/entitlements/check",
            .read { request, tenant in
                let lookup = try Lookup(request)
                let checks = try EntitlementChecks(try await request.jsonBody())
                let row = try await database.callOne(
                    CheckEntitlements(
                        appUserIDs: checks.appUserIDs, entitlementIDs: checks.entitlementIDs,
                        environment: lookup.environment, asOf: lookup.asOf),
                    in: tenant)
                return .json { json in
                    json.name("as_of")
                    json.timestamp(row.asOf)
                    json.name("checks")
                    json.json(row.json)
                }
            })
    }
}
