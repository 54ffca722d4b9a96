import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Undoes a merge: returns its ids, and the purchases made under them since.
    static func undoMerge(_ database: Database) -> Route {
        Route(
            "undoMerge", .post, "/v1/merges/{merge_id}/undo",
            .secretWithActor { request, tenant, actor in
                let asked = try await UndoMergeRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        UndoMerge(mergeID: asked.mergeID, actor: actor.name, reason: asked.reason),
                        in: tenant))
            })
    }
}
