import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Stores a note of an operator on an app user.
    static func createNote(_ database: Database) -> Route {
        Route(
            "createNote", .post, "/v1/admin/users/{app_user_id}/notes",
            .supportWithActor { request, tenant, actor in
                let asked = try await CreateNoteRequest(reading: request)
                return .created(
                    try await database.callOne(
                        CreateNote(
                            appUserID: asked.appUserID, note: asked.note, actor: actor.name,
                            idempotencyKey: asked.idempotency?.key,
                            requestDigest: asked.idempotency?.requestDigest),
                        in: tenant))
            })
    }
}
