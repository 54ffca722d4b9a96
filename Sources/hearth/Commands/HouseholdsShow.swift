import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Shows a household.
struct HouseholdsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a household: members, seats, invites and shares.",
        discussion: """
            Prints what GET /v1/households/{id} answers.

            Example: hearth households show myapp --user u_42
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Argument(help: "The household's id.")
    var household: String?

    @Option(help: "Instead of the household's id: an app user in it.")
    var user: String?

    @OptionGroup var database: DatabaseOption

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
            print(try JSONParser.parse(answer.json).indented)
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
