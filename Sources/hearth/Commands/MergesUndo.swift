import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Undoes a merge.
struct MergesUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo a merge: its ids and purchases go back, and the ids stay apart.",
        discussion: "Example: hearth merges undo myapp $MERGE_ID --reason \"the wrong account\"")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "The merge's id, from `hearth merges list`.")
    var merge: IDArgument

    @OptionGroup var because: ReasonOption
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        try confirmation.require("Undo merge \(merge) of \(answer.tenant)?")
        try await answer.run(
            UndoMerge(mergeID: merge.uuid, actor: AnswerOptions.actor, reason: because.reason),
            [
                "merge_id", "undone_at",
                Column("app users") { undone in
                    undone["people"]?.array?.map { $0["app_user_ids"]?.shown ?? "" }
                        .joined(separator: " | ")
                },
            ])
    }
}
