import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a household that the end user owns.
    static func createMyHousehold(_ database: Database) -> Route {
        Route(
            "createMyHousehold", .post, "/v1/me/household",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body, by: me)
                let name = try request.optionalName(in: body)
                return .created(
                    try await database.callOne(
                        CreateHousehold(
                            ownerAppUserID: me.appUserID, name: name, ignoreCooldown: false,
                            idempotencyKey: idempotency?.key,
                            requestDigest: idempotency?.requestDigest),
                        in: me.tenant))
            })
    }
}

extension APIRequest {
    /// Returns the name of a new household; the body may be empty.
    fileprivate func optionalName(in body: [UInt8]) throws(Failure) -> String? {
        guard !body.isEmpty else { return nil }
        try expectJSON()
        var fields = BodyFields(try JSONParser.parse(body), at: "", nullable: ["name"])
        let name = fields.optionalText("name", bytes: 1...200)
        try fields.finish()
        return name
    }
}
