import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Shows a household.
struct HouseholdsShow: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a household: members, seats, invites and shares.",
        discussion: """
            A card with the household, then a table of its members. --json prints what \
            GET /v1/households/{id} answers.

            Example: hearth households show myapp --user u_42
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The household's id.")
    var household: String?

    @Option(help: "Instead of the household's id: an app user in it.")
    var user: String?

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    private static let household: [Column] = [
        "household_id", "name", "created_at", "dissolved_at",
        Column("owner_app_user_id", as: "owner"), Column("seats.total", as: "seats"),
        Column("seats.free", as: "free seats"),
        Column("shares") { household in
            household["shares"]?.array?.map { share in
                ["product_id", "app_user_id"].compactMap { share[$0]?.string }
                    .joined(separator: " of ")
            }.joined(separator: ", ")
        },
        Column("open invites") { $0["invites"]?.array.map { String($0.count) } },
        Column("leaving.at", as: "members leave"),
    ]

    /// Of the table of members.
    static let columns: [Column] = ["app_user_id", "role", "joined_at"]

    func validate() throws {
        guard (household == nil) != (user == nil) else {
            throw ValidationError("Name the household by its id, or by --user <id>.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            guard let answer = try await answer(of: id, in: installation.database) else {
                throw Failure(.householdNotFound, "The tenant has no such household.")
            }
            let shown = try JSONParser.parse(answer.json)
            if json { return print(shown.indented) }
            Card(Self.household, of: shown).print()
            StandardStream.output.writeLine("")
            Table(Self.columns, shown["members"]?.array ?? []).print()
        }
    }

    private func answer(of tenant: TenantID, in database: Database) async throws -> Answer? {
        if let user {
            guard let appUserID = AppUserID(rawValue: user) else { return nil }
            return try await database.call(
                GetAppUserHousehold(appUserID: appUserID), in: tenant
            ).first
        }
        guard let uuid = household.flatMap(UUID.init(uuidString:)) else { return nil }
        let call = GetHousehold(householdID: HouseholdID(uuid))
        return try await database.call(call, in: tenant).first
    }
}
