import ArgumentParser
import EntitlementsDatabase

/// Shows the differences that a run found.
struct RunsDrift: AsyncParsableCommand, ListCommand {
    static var columns: [Column] { DriftPrinter.columns }

    static let configuration = CommandConfiguration(
        commandName: "drift", abstract: "Show the differences from RevenueCat that a run found.",
        discussion: "Example: hearth runs drift myapp $RUN_ID --format csv")

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The run's id.")
    var run: IDArgument

    @Option(help: "The format of the differences: table, csv or json.")
    var format = DriftFormat.table

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            try await DriftPrinter(database: installation.database, tenant: id)
                .printDrift(of: run.uuid, as: format)
        }
    }
}
