import ArgumentParser
import EntitlementsAPI
import EntitlementsDatabase

/// Lists purchases that were paid and not delivered.
struct CreditsUndelivered: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelivered",
        abstract: "List purchases of credits that were paid and not delivered, newest first.",
        discussion: "Example: hearth credits undelivered myapp --minutes 60")

    @OptionGroup var list: ListOptions

    @Option(help: "How old purchase and order must be, at least.")
    var minutes: Int32 = 15

    static let columns: [Column] = [
        "purchased_at", "app_user_id", "credit_id", "remaining", "product_id",
        "transaction_id", "reference", "ordered_at",
    ]

    func validate() throws {
        guard 1...43_200 ~= minutes else {
            throw ValidationError("--minutes must be from 1 to 43200.")
        }
    }

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListUndeliveredCredits(
                pageLimit: list.pageLimit, minutes: minutes, beforeBoughtAt: cursor?.moment,
                beforeEntryID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
