import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Undoes a merge: returns its ids, and the purchases made under them since.
    static func undoMerge(_ database: Database) -> Route {
        Route(
            "undoMerge", .post, "/v1/merges/{merge_id}/undo",
            .secretWithActor { request, tenant, actor in
                let merge = try request.uuid(0)
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["reason"])
                let reason = fields.text("reason", bytes: 1...2_000)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        UndoMerge(mergeID: merge, actor: actor.name, reason: reason), in: tenant))
            })
    }
}
