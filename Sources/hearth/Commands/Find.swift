import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Finds app users by an id, an attribute or a code.
struct Find: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find app users: any id, e-mail, transaction, event, household or code.",
        discussion: """
            Prints what GET /v1/admin/search answers: the app user's id, what the text is of \
            them, and what matched.

            Example: hearth find myapp ana@example.com
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "The text, or its beginning.")
    var text: String

    @Option(help: "How many results, at most 100.")
    var limit: Int32 = 20

    static let columns: [Column] = [
        "app_user_id", Column("kind") { $0["kind"]?.string ?? "unknown" },
        Column("matched by") { one in
            [one["matched_by"], one["attribute"]].compactMap { $0?.string }
                .joined(separator: " ")
        }, "matched",
    ]

    func validate() throws {
        guard 1...100 ~= limit else { throw ValidationError("--limit must be from 1 to 100.") }
    }

    func run() async throws {
        guard text.utf8.count <= AppUserID.maximumBytes,
            let call = FindAppUsers(text, pageLimit: limit)
        else { throw ValidationError("There is no text to search for, or it is too long.") }
        try await answer.run(
            { try JSONParser.parse(try await $0.callOne(call, in: $1).json) },
            show: { found in
                AnswerOptions.show(found, Self.columns)
                if found["has_more"] == .bool(true) {
                    StandardStream.error.writeLine("There are more: a longer text finds fewer.")
                }
            })
    }
}
