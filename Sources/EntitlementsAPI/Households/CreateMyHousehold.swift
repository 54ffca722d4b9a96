import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a household that the end user owns.
    static func createMyHousehold(_ database: Database) -> Route {
        Route(
            "createMyHousehold", .post, "/v1/me/household",
            .endUser { request, me in
                try me.requireIdentified()
                let asked = try await CreateMyHouseholdRequest(reading: request)
                let idempotency = asked.idempotency?.own(of: me)
                return .created(
                    try await database.callOne(
                        CreateHousehold(
                            ownerAppUserID: me.appUserID, name: asked.name, ignoreCooldown: false,
                            idempotencyKey: idempotency?.key,
                            requestDigest: idempotency?.requestDigest),
                        in: me.tenant))
            })
    }
}
