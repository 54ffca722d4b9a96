import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Gives an app user access without a purchase.
    static func createGrant(_ database: Database) -> Route {
        Route(
            "createGrant", .post, "/v1/users/{app_user_id}/grants",
            .secretWithActor { request, tenant, actor in
                let environment = try request.environment()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "", allowing: ["reason"],
                    nullable: CreateGrant.Grant.subjects + CreateGrant.Grant.ends + ["extends"])
                let grant = CreateGrant.Grant(from: &fields)
                try fields.finish()
                return .created(
                    try await database.callOne(
                        CreateGrant(
                            appUserID: try request.appUserID(), grant: grant, actor: actor.name,
                            environment: environment, idempotencyKey: idempotency?.key,
                            requestDigest: idempotency?.requestDigest),
                        in: tenant))
            })
    }
}

extension CreateGrant.Grant {
    fileprivate static let subjects = ["entitlement_id", "product_id"]
    fileprivate static let ends = ["duration", "expires_at", "lifetime"]

    fileprivate init(from fields: inout BodyFields) {
        self.init(reason: fields.text("reason", bytes: 1...2_000))
        extends = fields.flag("extends")
        switch fields.onlyField(of: Self.subjects) {
        case "entitlement_id":
            entitlementID = fields.identifier("entitlement_id", as: EntitlementID.self).rawValue
        case "product_id": productID = fields.identifier("product_id", as: ProductID.self).rawValue
        default: break
        }
        switch fields.onlyField(of: Self.ends) {
        case "duration": duration = fields.duration("duration")
        case "expires_at": expiresAt = fields.timestamp("expires_at")
        case "lifetime":
            if !fields.flag("lifetime") { fields.note("lifetime", "Expected true.") }
        default: break
        }
    }
}
