import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a household; the owner is its first member.
    static func createHousehold(_ database: Database) -> Route {
        Route(
            "createHousehold", .post, "/v1/households",
            .secret { request, tenant in
                let asked = try await CreateHouseholdRequest(reading: request)
                return .created(
                    try await database.callOne(
                        CreateHousehold(
                            ownerAppUserID: asked.ownerAppUserID, name: asked.name,
                            ignoreCooldown: asked.ignoreCooldown,
                            idempotencyKey: asked.idempotency?.key,
                            requestDigest: asked.idempotency?.requestDigest),
                        in: tenant))
            })
    }
}
