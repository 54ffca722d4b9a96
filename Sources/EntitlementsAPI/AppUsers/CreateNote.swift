import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Stores a note of an operator on an app user.
    static func createNote(_ database: Database) -> Route {
        Route(
            "createNote", .post, "/v1/admin/users/{app_user_id}/notes",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "", allowing: ["note"])
                let note = fields.text("note", characters: 1...255)
                try fields.finish()
                return .created(
                    try await database.callOne(
                        CreateNote(
                            appUserID: try request.appUserID(), note: note, actor: actor.name,
                            idempotencyKey: idempotency?.key,
                            requestDigest: idempotency?.requestDigest),
                        in: tenant))
            })
    }
}
