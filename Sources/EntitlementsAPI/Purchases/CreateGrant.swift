import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Gives an app user access without a purchase.
    static func createGrant(_ database: Database) -> Route {
        Route(
            "createGrant", .post, "/v1/users/{app_user_id}/grants",
            .supportWithActor { request, tenant, actor in
                let asked = try await CreateGrantRequest(reading: request)
                return .created(
                    try await database.callOne(
                        CreateGrant(
                            appUserID: asked.appUserID, grant: CreateGrant.Grant(asked),
                            actor: actor.name, environment: asked.environment,
                            idempotencyKey: asked.idempotency?.key,
                            requestDigest: asked.idempotency?.requestDigest,
                            bySupport: actor.right == .support),
                        in: tenant))
            })
    }
}

extension CreateGrant.Grant {
    fileprivate init(_ asked: CreateGrantRequest) {
        self.init(reason: asked.reason)
        entitlementID = asked.entitlementID?.rawValue
        productID = asked.productID?.rawValue
        duration = asked.duration?.rawValue
        expiresAt = asked.expiresAt
        extends = asked.extends
    }
}
