import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a household; the owner is its first member.
    static func createHousehold(_ database: Database) -> Route {
        Route(
            "createHousehold", .post, "/v1/households",
            .secret { request, tenant in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "",
                    allowing: ["owner_app_user_id"], nullable: ["name", "ignore_cooldown"])
                let owner = fields.appUserID("owner_app_user_id")
                let name = fields.optionalText("name", bytes: 1...200)
                let ignoreCooldown = fields.flag("ignore_cooldown")
                try fields.finish()
                return .created(
                    try await database.callOne(
                        CreateHousehold(
                            ownerAppUserID: owner, name: name, ignoreCooldown: ignoreCooldown,
                            idempotencyKey: idempotency?.key,
                            requestDigest: idempotency?.requestDigest),
                        in: tenant))
            })
    }
}
