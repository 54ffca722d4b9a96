import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Checks up to a hundred entitlements of app users; answers in order.
    static func checkEntitlements(_ database: Database) -> Route {
        Route(
            "checkEntitlements", .post, "/v1/entitlements/check",
            .read { request, tenant in
                let asked = try await CheckEntitlementsRequest(reading: request)
                let row = try await database.callOne(
                    CheckEntitlements(
                        appUserIDs: asked.checks.map(\.appUserID),
                        entitlementIDs: asked.checks.map(\.entitlementID.rawValue),
                        environment: asked.environment, asOf: asked.asOf),
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
