import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows what an applied file of a tenant changed.
struct TenantDiff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show the difference of two files of a tenant.",
        discussion: """
            Without versions, shows what the last file changed.

            Example: hearth tenant diff myapp
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: "The earlier version; by default, the one before.")
    var from: Int64?

    @Option(help: "The later version; by default, the last.")
    var to: Int64?

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let row = try await installation.database.callOne(
                GetDefinition(definitionVersion: to, comparedVersion: from), in: id)
            printLine("\(tenant): version \(row.shownVersion), \(row.appliedAt), \(row.appliedBy)")
            for line in PlanReport.lines(ofChanges: try JSONParser.parse(row.changes)) {
                print(line)
            }
        }
    }
}
