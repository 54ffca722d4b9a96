import ArgumentParser
import Entitlements
import EntitlementsAPI

/// Shows a household.
struct HouseholdsShow: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a household: members, seats, invites and shares.",
        discussion: """
            A card with the household, then a table of its members. --json prints what \
            GET /v1/households/{id} answers.

            Example: hearth households show myapp --user u_42
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "The household's id.")
    var household: String?

    @Option(help: "Instead of the household's id: an app user in it.")
    var user: String?

    private static let household: [Column] = [
        "household_id", "name", "created_at", "dissolved_at",
        Column("owner_app_user_id", as: "owner"), Column("seats.total", as: "seats"),
        Column("seats.free", as: "free seats"),
        Column("shares") { Column.productsOfUsers($0["shares"]) },
        Column("open invites") { $0["invites"]?.array.map { String($0.count) } },
        Column("leaving.at", as: "members leave"),
    ]

    /// Of the table of members.
    static let columns: [Column] = ["app_user_id", "role", "joined_at"]

    func run() async throws {
        let calls =
            [household.map { OperationCall("getHousehold", of: [$0]) }]
            + [user.map { OperationCall("getAppUserHousehold", of: [$0]) }]
        guard let call = calls.compactMap(\.self).first, calls.contains(where: { $0 == nil }) else {
            throw ValidationError("Name the household by its id, or by --user <id>.")
        }
        try await answer.run(call) { household in
            Card(Self.household, of: household).print()
            StandardStream.output.writeLine("")
            Table(Self.columns, household["members"]?.array ?? []).print()
        }
    }
}
