import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists a tenant's runs.
struct RunsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a tenant's runs, latest first.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "How many runs, at most 1,000.")
    var limit: Int32 = 20

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (1...1_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            for row in try await installation.database.call(ListRuns(pageLimit: limit), in: id) {
                let report = try RunReport(json: row.answer)
                printRow(["\(row.startedAt)", report.summary])
            }
        }
    }
}
