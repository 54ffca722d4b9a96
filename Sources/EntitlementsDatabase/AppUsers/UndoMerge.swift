package import Entitlements
package import FoundationEssentials
package import Postgres

/// Undoes a merge: the merged ids go back, with the evidence that came under them since.
///
/// Fails with `merge_not_found`.
package struct UndoMerge: AnswerCall {
    package static let function = "undo_merge"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("merge_id", \.mergeID),
        Parameter("actor", \.actor),
        Parameter("reason", \.reason),
        Parameter("as_of", \.asOf),
    ]

    package let mergeID: UUID
    package let actor: String
    package let reason: String
    package let asOf: Timestamp?

    package init(mergeID: UUID, actor: String, reason: String, asOf: Timestamp? = nil) {
        self.mergeID = mergeID
        self.actor = actor
        self.reason = reason
        self.asOf = asOf
    }
}
